/**
 * Countries and regions with public holidays. Written by scripts/make-holiday-places.ts; data: date-holidays (CC BY-SA 3.0).
 * A line: country (ISO 3166), then its regions with their names.
 */
export const HOLIDAY_PLACES = `
AD 03=Encamp;07=Andorra la Vella
AE
AG 10=Barbuda
AI
AL
AM
AO
AR
AS
AT 1=Burgenland;2=Carinthia;3=Lower Austria;4=Upper Austria;5=Salzburg;6=Styria;7=Tyrol;8=Vorarlberg;9=Vienna
AU ACT=Australian Capital Territory;NSW=New South Wales;NT=Northern Territory;QLD=Queensland;SA=South Australia;TAS=Tasmania;VIC=Victoria;WA=Western Australia
AW
AX
AZ
BA BIH=Federation of Bosnia and Herzegovina;BRC=Brčko District;SRP=Republika Srpska
BB
BD
BE BRU=Bruxelles;DE=Deutschsprachige Gemeinschaft;VLG=Vlaamse Gemeenschap;WAL=Communauté française
BF
BG
BH
BI
BJ
BL
BM
BN
BO B=Beni;C=Cochabamba;H=Chuquisaca;L=La Paz;N=Pando;O=Oruro;P=Potosí;S=Santa Cruz;T=Tarija
BQ BO=Bonaire;SA=Saba;SE=Sint Eustatius
BR AC=Acre;AL=Alagoas;AM=Amazonas;AP=Amapá;BA=Bahia;CE=Ceará;DF=Distrito Federal;ES=Espírito Santo;GO=Goiás;MA=Maranhão;MG=Minas Gerais;MS=Mato Grosso do Sul;MT=Mato Grosso;PA=Pará;PB=Paraíba;PE=Pernambuco;PI=Piauí;PR=Paraná;RJ=Rio de Janeiro;RN=Rio Grande do Norte;RO=Rondônia;RR=Roraima;RS=Rio Grande do Sul;SC=Santa Catarina;SE=Sergipe;SP=São Paulo;TO=Tocantins
BS
BW
BY
BZ
CA AB=Alberta;BC=British Columbia;MB=Manitoba;NB=New Brunswick;NL=Newfoundland and Labrador;NS=Nova Scotia;NT=Northwest Territories;NU=Nunavut;ON=Ontario;PE=Prince Edward Island;QC=Quebec;SK=Saskatchewan;YT=Yukon
CC
CD
CF
CG
CH ZH=Canton of Zürich;BE=Canton of Bern;LU=Canton of Lucerne;UR=Canton of Uri;SZ=Canton of Schwyz;OW=Canton of Obwalden;NW=Canton of Nidwalden;GL=Canton of Glarus;ZG=Canton of Zug;FR=Canton of Fribourg;SO=Canton of Solothurn;BS=Canton of Basel-City;BL=Canton of Basel-Country;SH=Canton of Schaffhausen;AR=Canton of Appenzell Outer Rhodes;AI=Canton of Appenzell Inner-Rhodes;SG=Canton of St. Gallen;GR=Canton of Grisons;AG=Canton of Aargau;TG=Canton of Thurgau;TI=Canton of Ticino;VD=Canton of Vaud;VS=Canton of Valais;NE=Canton of Neuchâtel;GE=Canton of Geneva;JU=Canton of Jura
CI
CK Aitutaki=Aitutaki;Atiu=Atiu;Mangaia=Mangaia;Manihiki=Manihiki;Mitiaro=Mitiaro;Palmerston=Palmerston;Penrhyn=Penrhyn;Pukapuka=Pukapuka;Rakahanga=Rakahanga;Rarotonga=Rarotonga
CL AP=Arica y Parinacota;BI=Biobío;NU=Ñuble;TA=Tarapacá
CM
CN
CO
CR
CU
CV S=Sotavento Islands
CW
CX
CY
CZ
DE BB=Brandenburg;BE=Berlin;BW=Baden-Württemberg;BY=Bayern;HB=Hansestadt Bremen;HE=Hessen;HH=Hansestadt Hamburg;MV=Mecklenburg-Vorpommern;NI=Niedersachsen;NW=Nordrhein-Westfalen;RP=Rheinland-Pfalz;SH=Schleswig-Holstein;SL=Saarland;SN=Sachsen;ST=Sachsen-Anhalt;TH=Thüringen
DJ
DK
DM
DO
DZ
EC P=Pichincha
EE
EG
EH
ER
ES AN=Andalucía;AR=Aragón;AS=Asturias;CB=Cantabria;CE=Ciudad de Ceuta;CL=Castile and León;CM=Castile-La Mancha;CN=Canary Islands;CT=Catalonia;EX=Extremadura;GA=Galicia;IB=Balearic Islands;MC=Murcia Region;MD=Comunidad de Madrid;ML=Ciudad de Melilla;NC=Navarra Chartered Community;PV=Basque Country;RI=La Rioja;VC=Valencian Community
ET
FI
FJ
FO
FR 57=Département Moselle;67=Département Bas-Rhin;68=Département Haut-Rhin;YT=Département et région d'outre-mer Mayotte;MQ=Département et région d'outre-mer Martinique;GP=Département et région d'outre-mer Guadeloupe;GF=Département et région d'outre-mer Guyane;RE=Département et région d'outre-mer La Réunion;MF=Département et région d'outre-mer Saint Martin;BL=Département et région d'outre-mer Saint Barthélemy
GA
GB ALD=Alderney;ENG=England;NIR=Northern Ireland;SCT=Scotland;WLS=Wales
GD
GE
GF
GG
GH
GI
GL
GM
GN
GP
GQ
GR
GT 1=Guatemala
GU
GW
GY
HK
HN
HR 17=Split-Dalmatia;19=Dubrovnik-Neretva
HT
HU
IC EH=El Hierro;FU=Fuerteventura;GC=Gran Canaria;LG=La Gomera;LP=La Palma;LA=Lanzarote;TE=Tenerife
ID
IE
IL
IM
IN AN=Andaman and Nicobar Islands;AP=Andhra Pradesh;AR=Arunachal Pradesh;AS=Assam;BR=Bihar;CH=Chandigarh;CT=Chhattisgarh;DD=Daman and Diu;DL=Delhi;DN=Dadra and Nagar Haveli;GA=Goa;GJ=Gujarat;HP=Himachal Pradesh;HR=Haryana;JK=Jammu and Kashmir;KA=Karnataka;KL=Kerala;LD=Lakshadweep;MH=Maharashtra;ML=Meghalaya;MN=Manipur;MP=Madhya Pradesh;MZ=Mizoram;NL=Nagaland;OR=Odisha;PB=Punjab;PY=Puducherry;RJ=Rajasthan;SK=Sikkim;TG=Telangana;TN=Tamil Nadu;TR=Tripura;UP=Uttar Pradesh;UT=Uttarakhand;WB=West Bengal
IR
IS
IT 21=Piedmont;25=Lombardy;32=Südtirol;52=Tuscany;62=Lazio;82=Sicily
JE
JM
JP
KE
KM
KN
KR
KY
KZ
LC
LI
LK
LR
LS
LT
LU
LV
LY
MA
MC
MD CA=Cahul;CU=Chișinău
ME
MF
MG
MK
ML
MQ
MR
MS
MT
MU
MW
MX
MY 10=Selangor;11=Terengganu;12=Sabah;13=Sarawak;14=Kuala Lumpur;15=Labuan;16=Putrajaya;01=Johor;02=Kedah;03=Kelantan;04=Malacca;05=Negeri Sembilan;06=Pahang;07=Penang;08=Perak;09=Perlis
MZ
NA
NC
NE
NF
NG
NI
NL GR=Groningen;NH=North Holland;ZH=South Holland
NO
NZ AUK=Auckland Province;BOP=Bay of Plenty;CAN=Canterbury;CIT=Chatham Islands;GIS=Gisborne;HKB=Hawke's Bay;MBH=Marlborough;MWT=Manawatu-Wanganui;NSN=Nelson;NTL=Northland;OTA=Otago Province;STL=Southland;TAS=Tasman;TKI=Taranaki;WKO=Waikato;WGN=Wellington Province;WTC=Westland
PA
PE CUS=Cuzco
PF
PH
PK BA=Balochistan;GB=Gilgit-Baltistan;IS=Islamabad;JK=Azad Kashmir;KP=Khyber Pakhtunkhwa;PB=Punjab;SD=Sindh
PL
PM
PR
PT
PY
RE
RO
RS
RU AD=Republic of Adygea;AL=Altai Republic;BA=Republic of Bashkortostan;BEL=Belgorod Oblast;BRY=Bryansk Oblast;BU=Republic of Buryatia;CE=Chechen Republic;CR=Republic of Crimea;CU=Chuvash Republic;DA=Republic of Dagestan;IN=Republic of Ingushetia;IRK=Irkutsk Oblast;KB=Kabardino-Balkar Republic;KC=Karachay-Cherkess Republic;KDA=Krasnodar Krai;KL=Republic of Kalmykia;KO=Republic of Komi;KR=Republic of Karelia;MR=Republic of Mordovia;NO=Republic of North Ossetia-Alania;OMS=Omsk Oblast;PNZ=Penza Oblast;SA=Sakha (Yakutia) Republic;SAR=Saratov Oblast;SEV=Sevastopol;STA=Stavropol Krai;TA=Republic of Tatarstan;TY=Republic of Tuva;ZAB=Zabaykalsky Krai
RW
SA
SC
SD
SE
SG
SH AC=Ascension Island;HL=Saint Helena;TA=Tristan da Cunha
SI
SJ
SK
SL
SM
SN
SO AW=Awdal;SA=Sanaag;SO=Sool;TO=Togdheer;WO=Woqooyi Galbeed
SR
SS
ST
SV SS=San Salvador
SX
SZ
TC
TD
TG
TH
TN
TO
TR
TT
TW
TZ
UA
UG
US AL=Alabama;AK=Alaska;AZ=Arizona;AR=Arkansas;CA=California;CO=Colorado;CT=Connecticut;DE=Delaware;DC=District of Columbia;FL=Florida;GA=Georgia;HI=Hawaii;ID=Idaho;IL=Illinois;IN=Indiana;IA=Iowa;KS=Kansas;KY=Kentucky;LA=Louisiana;ME=Maine;MD=Maryland;MA=Massachusetts;MI=Michigan;MN=Minnesota;MS=Mississippi;MO=Missouri;MT=Montana;NE=Nebraska;NV=Nevada;NH=New Hampshire;NJ=New Jersey;NM=New Mexico;NY=New York;NC=North Carolina;ND=North Dakota;OH=Ohio;OK=Oklahoma;OR=Oregon;PA=Pennsylvania;RI=Rhode Island;SC=South Carolina;SD=South Dakota;TN=Tennessee;TX=Texas;UT=Utah;VT=Vermont;VA=Virginia;WA=Washington;WV=West Virginia;WI=Wisconsin;WY=Wyoming
UY
UZ
VA
VC
VE B=Anzoátegui;G=Carabobo;K=Lara;M=Miranda;N=Monagas;S=Táchira;V=Zulia
VG
VI
VN
VU
WF
XK
YT
ZA
ZM
ZW
`;

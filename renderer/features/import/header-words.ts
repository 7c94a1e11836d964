import type { ImportField } from '../../../shared/import-problems.ts';

/**
 * The usual column names in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish,
 * Norwegian, Czech, Turkish, Russian, Ukrainian, Greek, Hungarian, Finnish, Vietnamese, Hebrew, Arabic, Thai, Japanese,
 * Chinese and Korean, and those of Google Contacts, LinkedIn, Odoo and OpenCATS, in order of preference. Only whole names
 * match: "contains phone" would also match the recruiter's own number, and call it. docs/guide.md lists the languages.
 */
const USUAL_NAMES: Readonly<Record<ImportField, string>> = {
  candidateName: `candidate name|full name|applicant name|name of candidate|candidate|applicant|name
    |kandidatenname|name des kandidaten|name der kandidatin|bewerbername|name des bewerbers|vollständiger name
    |vor- und nachname|vor- und zuname|vorname nachname|name vorname|kandidat|kandidatin|kandidat/in|kandidat:in
    |bewerber|bewerberin|bewerber/in|bewerber:in
    |nom du candidat|nom complet|nom et prénom|prénom et nom|nom prénom|prénom nom|candidat|candidate|postulant|nom
    |nombre del candidato|nombre completo|nombre y apellidos|nombre y apellido|apellidos y nombre|candidato|candidata
    |postulante|aspirante|nombre
    |nome del candidato|nome completo|nome e cognome|cognome e nome|nominativo|nome
    |nome do candidato|nome candidato
    |naam kandidaat|naam van de kandidaat|volledige naam|voor- en achternaam|kandidaat|sollicitant|naam
    |imię i nazwisko|nazwisko i imię|kandydat|kandydatka|imię i nazwisko kandydata
    |fullständigt namn|kandidatens namn|för- och efternamn|namn|sökande
    |fulde navn|kandidatens navn|for- og efternavn|fullt navn|for- og etternavn|navn|ansøger|søker
    |jméno a příjmení|celé jméno|uchazeč|ad soyad|adı soyadı|aday|isim|partner name
    |фио|ф.и.о.|полное имя|имя и фамилия|фамилия и имя|фамилия имя отчество|имя кандидата|фио кандидата|кандидат|соискатель|имя
    |піб|п.і.б.|повне ім'я|ім'я та прізвище|прізвище та ім'я|прізвище ім'я по батькові|ім'я кандидата|піб кандидата|ім'я
    |ονοματεπώνυμο|πλήρες όνομα|όνομα υποψηφίου|όνομα και επώνυμο|υποψήφιος|υποψήφια|όνομα
    |teljes név|jelölt neve|pályázó neve|jelentkező neve|jelölt|pályázó|név
    |koko nimi|hakijan nimi|hakija|ehdokas|nimi
    |họ và tên|họ tên|họ và tên ứng viên|tên ứng viên|ứng viên
    |שם מלא|שם המועמד|שם המועמדת|שם המועמד/ת|מועמד|שם
    |الاسم الكامل|اسم المرشح|اسم المتقدم|المرشح|الاسم
    |ชื่อ-นามสกุล|ชื่อ นามสกุล|ชื่อและนามสกุล|ชื่อเต็ม|ชื่อผู้สมัคร|ผู้สมัคร|ชื่อ
    |氏名|お名前|名前|候補者名|応募者名|応募者氏名|候補者|応募者
    |姓名|候选人姓名|应聘者姓名|求职者姓名|候选人|應徵者姓名|候選人姓名|應徵者|候選人|名字
    |성명|이름|지원자명|지원자 이름|지원자 성명|후보자명|후보자 이름|지원자`,
  phoneNumber: `phone number|candidate phone number|candidate phone|phone|mobile phone|mobile phone number|mobile number
    |mobile|cell phone|cell phone number|cell number|cell|cellphone|telephone number|telephone|tel|tel number|phone no
    |tel no|mobile no|contact number|contact no|contact phone|whatsapp|whatsapp number
    |telefonnummer|telefon|handynummer|handy|handy-nr|mobiltelefon|mobiltelefonnummer|mobilnummer|mobil|rufnummer
    |tel-nr|telefon-nr|telefonnr|mobilnr|mobil-nr|telefon mobil|telefon privat|tel mobil|kontaktnummer
    |numéro de téléphone|téléphone|téléphone portable|téléphone mobile|portable|numéro de portable|n° de téléphone
    |n° téléphone|tél|tél portable|gsm
    |número de teléfono|teléfono|teléfono móvil|número de móvil|móvil|celular|número de celular|nº de teléfono|tlf
    |numero di telefono|telefono|cellulare|numero di cellulare|recapito telefonico|telefono cellulare
    |número de telefone|telefone|telemóvel|número de telemóvel|telefone celular|nº de telefone
    |telefoonnummer|telefoon|mobiel|mobiele nummer|mobiel nummer|gsm-nummer|tel nr
    |numer telefonu|telefon komórkowy|nr telefonu|nr tel|komórka|tel kom
    |mobilnummer|mobiltelefon|telefonnummer|mobil|telefonnummer mobil|mobilnr|tlf nr|telefonnr
    |06-nummer|telefonní číslo|číslo telefonu|mobilní telefon|telefon numarası|cep telefonu|cep
    |home phone|personal phone|private phone|landline|festnetz|festnetznummer|telefon festnetz|téléphone fixe|fixe
    |teléfono fijo|fijo|telefono fisso|fisso|telefone fixo|vaste telefoon|vast nummer|telefon stacjonarny|hemtelefon
    |partner phone|partner mobile|phone cell|phone home|phone work
    |номер телефона|телефон|мобильный телефон|номер мобильного телефона|мобильный|моб. телефон|контактный телефон|тел
    |номер телефону|мобільний телефон|номер мобільного телефону|мобільний|контактний телефон
    |τηλέφωνο|αριθμός τηλεφώνου|κινητό τηλέφωνο|κινητό|τηλ
    |telefonszám|mobilszám|mobiltelefonszám|mobil telefonszám
    |puhelinnumero|puhelin|matkapuhelin|matkapuhelinnumero|kännykkä|puh
    |số điện thoại|điện thoại|điện thoại di động|số di động|sđt|đt
    |מספר טלפון|טלפון|טלפון נייד|נייד|מספר נייד
    |رقم الهاتف|الهاتف|هاتف|رقم الجوال|الجوال|جوال|رقم الموبايل|الموبايل|رقم الهاتف المحمول|الهاتف المحمول
    |เบอร์โทรศัพท์|หมายเลขโทรศัพท์|เบอร์โทร|โทรศัพท์|เบอร์มือถือ|โทรศัพท์มือถือ|มือถือ
    |電話番号|電話|携帯電話|携帯電話番号|携帯番号|携帯|連絡先電話番号
    |电话|电话号码|手机|手机号|手机号码|联系电话|移动电话|電話號碼|手機|手機號碼|聯絡電話|行動電話
    |전화번호|전화|휴대폰|휴대폰 번호|휴대전화|휴대전화 번호|핸드폰|핸드폰 번호|연락처`,
  resumeUrl: `resume link|resume url|link to resume|resume|cv link|cv url|link to cv|cv|curriculum vitae
    |curriculum|resume file|cv file|resume address|link|url
    |lebenslauf-link|lebenslauf link|link zum lebenslauf|lebenslauf url|lebenslauf
    |lien du cv|lien cv|lien vers le cv|url du cv
    |enlace al cv|enlace del cv|enlace al currículum|enlace cv|currículum|hoja de vida|url del cv|enlace
    |link al cv|link cv|collegamento cv|link al curriculum
    |link do currículo|link para o cv|currículo|ligação para o cv
    |link naar cv|cv-link
    |link do cv|życiorys|odnośnik do cv
    |länk till cv|cv-länk|meritförteckning|link til cv|lenke til cv|odkaz na životopis|životopis|özgeçmiş|cv linki
    |резюме|ссылка на резюме|посилання на резюме|βιογραφικό|βιογραφικό σημείωμα|σύνδεσμος βιογραφικού
    |önéletrajz|önéletrajz link|önéletrajz linkje|ansioluettelo|linkki ansioluetteloon|cv-linkki|sơ yếu lý lịch|hồ sơ|liên kết cv|link hồ sơ
    |קורות חיים|קישור לקורות חיים|קו"ח|السيرة الذاتية|رابط السيرة الذاتية|เรซูเม่|ประวัติย่อ|ลิงก์เรซูเม่
    |履歴書|履歴書リンク|履歴書url|職務経歴書|简历|简历链接|履歷|履歷表|履歷連結|이력서|이력서 링크`,
  jobDescriptionId: `job description id|job description|job id|job title|job|position id|position|vacancy id|vacancy
    |role|jd|job applied for|position applied for|role applied for|applied position|applied for|job opening|opening|requisition|req
    |stellenbeschreibung|stellenbeschreibungs-id|stellen-id|stelle|stellenanzeige|stellenbezeichnung
    |description de poste|description du poste|fiche de poste|id du poste|poste|offre|offre d'emploi|intitulé du poste
    |descripción del puesto|descripción de puesto|id del puesto|puesto|vacante|oferta|cargo
    |descrizione del lavoro|posizione|mansione|posizione lavorativa|id posizione|ruolo
    |descrição da vaga|descrição do cargo|vaga|id da vaga|posição|função
    |functieomschrijving|functie|vacature|vacature-id
    |opis stanowiska|stanowisko|id stanowiska|oferta pracy
    |tjänst|jobb|befattning|jobbeskrivning|stilling|stillingsbeskrivelse|jobbeskrivelse|popis pozice|pozice|pozisyon|iş tanımı
    |вакансия|должность|описание вакансии|позиция|вакансія|посада|опис вакансії|позиція
    |θέση|θέση εργασίας|περιγραφή θέσης|állás|munkakör|pozíció|álláshirdetés|munkaköri leírás
    |työtehtävä|tehtävä|työpaikka|toimenkuva|tehtävänimike|tehtävänkuvaus|vị trí|vị trí ứng tuyển|mô tả công việc|công việc
    |משרה|תפקיד|תיאור משרה|الوظيفة|الوصف الوظيفي|المسمى الوظيفي|المنصب|ตำแหน่ง|ตำแหน่งงาน|ตำแหน่งที่สมัคร|รายละเอียดงาน
    |職種|求人|応募職種|求人票|职位|应聘职位|岗位|应聘岗位|职位描述|職位|職缺|應徵職位|직무|직책|포지션|지원 직무|지원 분야|채용공고`,
  questionnaireTemplateId: `questionnaire template id|questionnaire id|questionnaire template|questionnaire|template id
    |template|questions|question set|interview template
    |fragebogen|fragebogen-id|fragebogenvorlage|fragenkatalog
    |id du questionnaire|modèle de questionnaire|modèle
    |cuestionario|id del cuestionario|plantilla de cuestionario|plantilla
    |questionario|id questionario|modello di questionario
    |questionário|id do questionário|modelo de questionário
    |vragenlijst|vragenlijst-id
    |kwestionariusz|ankieta|id kwestionariusza
    |frågeformulär|formulär|spørgeskema|spørreskjema|dotazník|anket|soru formu
    |анкета|опросник|опитувальник|ερωτηματολόγιο|kérdőív|kysely|kyselylomake|bảng câu hỏi|bộ câu hỏi|שאלון|الاستبيان|استبيان
    |แบบสอบถาม|質問票|アンケート|问卷|調查問卷|問卷|질문지|설문지|설문`,
  // Never "notice" alone, nor a date alone: a notice period and a birthday are other things.
  noticeOn: `notice given on|notice given|date of notice|notice date|notice of call given on|candidate informed on|informed on
    |informed of call on|told on|told of call on
    |hinweis gegeben am|hinweis am|hinweis erteilt am|datum des hinweises|informiert am|über anruf informiert am
    |informé le|informée le|date d'information|prévenu le
    |informado el|informada el|fecha de aviso|avisado el
    |informato il|data di avviso|avvisato il
    |informado em|data do aviso|avisado em
    |geïnformeerd op|datum kennisgeving
    |poinformowano dnia|data powiadomienia|data poinformowania
    |informerad den|informeret den|informert den|datum oznámení|informován dne|bilgilendirme tarihi`,
};

const GIVEN_NAMES = `first name|given name|forename|given names|vorname|vornamen|rufname|prénom|prénoms|nombres|nombre de pila
  |primer nombre|nome proprio|primeiro nome|nome próprio|voornaam|voornamen|imię|förnamn|fornavn|jméno|křestní jméno|adı|ad
  |keresztnév|utónév|etunimi|tên|שם פרטי|الاسم الأول|ชื่อจริง|名`;

const FAMILY_NAMES = `last name|surname|family name|second name|nachname|familienname|zuname|nom de famille|apellidos|apellido
  |cognome|sobrenome|apelido|último nome|achternaam|familienaam|nazwisko|efternamn|efternavn|etternavn|příjmení|soyadı
  |soyad|фамилия|прізвище|επώνυμο|επίθετο|sukunimi|שם משפחה|اسم العائلة|الكنية|นามสกุล`;

/** The same where the family name comes first. */
const FAMILY_NAMES_IN_FRONT = 'vezetéknév|családnév|họ|họ và tên đệm|姓|성';

/** Headers for the full name, or for the other half beside a given or family name (`Name;Vorname`, `Nombre;Apellidos`). */
const EITHER = "name|nom|nombre|nome|naam|namn|navn|isim|имя|ім'я|όνομα|név|nimi|שם|الاسم|ชื่อ|名前|名字|이름";

/** Words for people other than the candidate. */
const SOMEBODY_ELSE =
  /recruit|recrut|manager|emergency|notfall|urgence|emergenc|referee|reference|referenz|office|büro|company|firma|agent|agency|hiring|interview|owner|besitzer|ansprechpartner|parent|employer|arbeitgeber|\bhr\b|рекрут|менеджер|компан|работодат|роботодав|экстрен|екстрен|εταιρ|έκτακτ|cég|munkáltat|sürgős|yritys|työnantaj|hätä|công ty|khẩn|חירום|חברה|מגייס|طوارئ|شركة|ฉุกเฉิน|บริษัท|緊急|紧急|会社|公司|担当|採用|招聘|회사|비상|긴급|담당/;

/** Only letters and digits, in lower case: `Phone-Number *` and `phone_number (mobile)` become `phonenumber`. */
export function normalisedHeader(header: string): string {
  const aside = /[([{][^)\]}]*[)\]}]/g;
  const kept = SOMEBODY_ELSE.test(header.toLowerCase()) ? header : header.replace(aside, '');
  return kept
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function namesOf(list: string): readonly string[] {
  return list.split('|').map(normalisedHeader);
}

/** Fields whose headers often add "ID": `Stellenbeschreibung-ID`, `ID vaga`. */
const ID_FIELDS: ReadonlySet<ImportField> = new Set(['jobDescriptionId', 'questionnaireTemplateId']);

/** The normalised names of each field, in order of preference. */
export const KNOWN_NAMES = mapFields((field) => {
  const names = namesOf(USUAL_NAMES[field]);
  return ID_FIELDS.has(field) ? names.flatMap((name) => [`${name}id`, `id${name}`, name]) : names;
});
export const GIVEN = new Set(namesOf(GIVEN_NAMES));
export const FAMILY_IN_FRONT = new Set(namesOf(FAMILY_NAMES_IN_FRONT));
export const FAMILY = new Set([...namesOf(FAMILY_NAMES), ...FAMILY_IN_FRONT]);
export const EITHER_NAME = new Set(namesOf(EITHER));

const KNOWN = new Set([...Object.values(KNOWN_NAMES).flat(), ...GIVEN, ...FAMILY]);

/** Parts of a header to ignore: every row is a candidate, and `Phone 1` comes before `Phone 2`. */
const IGNORED_PARTS = [
  /^(?:candidates?|applicants?|kandidat(?:en|in)?|bewerber(?:in)?|candidat[aeo]?|sollicitant|kandydata?)/,
  /(?:of(?:the)?(?:candidate|applicant)|des(?:bewerbers|kandidaten)|ducandidat|delcandidato|docandidato|kandydata)$/,
  /^(?:primary|main|preferred|haupt)/,
  // Forms ask for `Your name`, and Google Contacts writes `Phone 1 - Value`.
  /^(?:please)?(?:enter|what(?:i)?s|tellus)?your/,
  /1?value$/,
  /1$/,
];

/** The known name for a header, normalised; the normalised header itself if there is none. */
export function canonicalHeader(header: string): string {
  const name = normalisedHeader(header);
  if (KNOWN.has(name)) return name;
  return IGNORED_PARTS.map((part) => name.replace(part, '')).find((rest) => KNOWN.has(rest)) ?? name;
}

/** Whether a canonical header names a field's ID. */
export function isIdName(field: ImportField, name: string): boolean {
  return ID_FIELDS.has(field) && /^id|id$/.test(name) && KNOWN_NAMES[field].includes(name);
}

const plain = (header: string) => header.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

export function isFax(header: string): boolean {
  return plain(header).includes('fax');
}

/** Whether any word of a header suggests phone numbers, the candidate's or not. */
export function isRivalPhone(header: string): boolean {
  const name = plain(header.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '));
  return !name.includes('mail') && PHONE_WORDS.test(name);
}

const PHONE_WORDS =
  /телефон|мобил|мобіл|τηλεφων|κινητο|puhelin|ien thoai|טלפון|נייד|هاتف|جوال|موبايل|โทร|電話|电话|手机|手機|携帯|전화|휴대|핸드폰|연락처|phone|telef|\btel\b|\btlf\b|mobil|mobiel|handy|\bcell|celular|cellul|gsm|whatsapp|rufn|portable|\bmovil|komork|\bcep\b|emergency|notfall|urgence|emergenc|contact (?:no|number|nr)|kontaktn|\bfixe?\b|\bfijo|\bfisso|festnetz|landline|durchwahl/;

/** Whether any word of a header suggests resumes. */
export function isRivalResume(header: string): boolean {
  return /\b(?:resume|cv|lebenslauf|curricul|vitae|zivotopis|ozgecmis)/.test(
    plain(header.replaceAll('_', ' ')),
  );
}

/** Whether a header suggests names of people, the candidate's or not: `Contact name`, `partner_name`, `Assistant name`. */
export function isRivalName(header: string): boolean {
  const name = plain(header.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '));
  if (/^(?:contact|kontakt|contacto|contatto)(?:$|\s?(?:name|person))/.test(name)) return true;
  return NAME_WORDS.test(name) && !NOT_A_CALLED_NAME.test(name) && !SOMEBODY_ELSE.test(name);
}

const NAME_WORDS =
  /\b(?:name|nom|nombre|nome|naam|namn|navn|isim|nev|nimi)\b|(?<!\p{L})(?:имя|фио|імя|ονομα)(?!\p{L})|姓名|氏名|名前|이름|성명/u;

/** Parts and variants of a name, and names of things. */
const NOT_A_CALLED_NAME =
  /\b(?:middle|additional|phonetic|yomi|prefix|suffix|title|nick|maiden|short|birth|mother|father|spouse|first|given|last|family|user|login|file|document|folder|job|position|role|vacancy|opening|template|questionnaire|organi[sz]ation|school|university|college|institution|degree|course|skill|language|project|department|team|group|list|stage|pipeline|campaign|source|street|city|country|region|state|client|customer|account|product|brand|domain|event|form|tag|label)s?\b/;

/** Makes one value per field. */
export function mapFields<Value>(make: (field: ImportField) => Value): Record<ImportField, Value> {
  return {
    candidateName: make('candidateName'),
    phoneNumber: make('phoneNumber'),
    resumeUrl: make('resumeUrl'),
    jobDescriptionId: make('jobDescriptionId'),
    questionnaireTemplateId: make('questionnaireTemplateId'),
    noticeOn: make('noticeOn'),
  };
}

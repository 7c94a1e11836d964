import type { ImportField } from '../../../../shared/import-problems.ts';
import { mapFields } from './import-fields.ts';

/**
 * The usual column names in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish,
 * Norwegian, Czech and Turkish, in order of preference. Only whole names match: "contains phone" would also match the
 * recruiter's own number, and call it.
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
    |jméno a příjmení|celé jméno|uchazeč|ad soyad|adı soyadı|aday|isim`,
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
    |teléfono fijo|fijo|telefono fisso|fisso|telefone fixo|vaste telefoon|vast nummer|telefon stacjonarny|hemtelefon`,
  resumeUrl: `resume link|resume url|link to resume|resume|cv link|cv url|link to cv|cv|curriculum vitae
    |curriculum|resume file|cv file|resume address|link|url
    |lebenslauf-link|lebenslauf link|link zum lebenslauf|lebenslauf url|lebenslauf
    |lien du cv|lien cv|lien vers le cv|url du cv
    |enlace al cv|enlace del cv|enlace al currículum|enlace cv|currículum|hoja de vida|url del cv|enlace
    |link al cv|link cv|collegamento cv|link al curriculum
    |link do currículo|link para o cv|currículo|ligação para o cv
    |link naar cv|cv-link
    |link do cv|życiorys|odnośnik do cv
    |länk till cv|cv-länk|meritförteckning|link til cv|lenke til cv|odkaz na životopis|životopis|özgeçmiş|cv linki`,
  jobDescriptionId: `job description id|job description|job id|job title|job|position id|position|vacancy id|vacancy
    |role|jd|job applied for|position applied for|role applied for|applied position|applied for|job opening|opening|requisition|req
    |stellenbeschreibung|stellenbeschreibungs-id|stellen-id|stelle|stellenanzeige|stellenbezeichnung
    |description de poste|description du poste|fiche de poste|id du poste|poste|offre|offre d'emploi|intitulé du poste
    |descripción del puesto|descripción de puesto|id del puesto|puesto|vacante|oferta|cargo
    |descrizione del lavoro|posizione|mansione|posizione lavorativa|id posizione|ruolo
    |descrição da vaga|descrição do cargo|vaga|id da vaga|posição|função
    |functieomschrijving|functie|vacature|vacature-id
    |opis stanowiska|stanowisko|id stanowiska|oferta pracy
    |tjänst|jobb|befattning|jobbeskrivning|stilling|stillingsbeskrivelse|jobbeskrivelse|popis pozice|pozice|pozisyon|iş tanımı`,
  questionnaireTemplateId: `questionnaire template id|questionnaire id|questionnaire template|questionnaire|template id
    |template|questions|question set|interview template
    |fragebogen|fragebogen-id|fragebogenvorlage|fragenkatalog
    |id du questionnaire|modèle de questionnaire|modèle
    |cuestionario|id del cuestionario|plantilla de cuestionario|plantilla
    |questionario|id questionario|modello di questionario
    |questionário|id do questionário|modelo de questionário
    |vragenlijst|vragenlijst-id
    |kwestionariusz|ankieta|id kwestionariusza
    |frågeformulär|formulär|spørgeskema|spørreskjema|dotazník|anket|soru formu`,
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
  |primer nombre|nome proprio|primeiro nome|nome próprio|voornaam|voornamen|imię|förnamn|fornavn|jméno|křestní jméno|adı|ad`;

const FAMILY_NAMES = `last name|surname|family name|second name|nachname|familienname|zuname|nom de famille|apellidos|apellido
  |cognome|sobrenome|apelido|último nome|achternaam|familienaam|nazwisko|efternamn|efternavn|etternavn|příjmení|soyadı
  |soyad`;

/** Headers for the full name, or for the other half beside a given or family name (`Name;Vorname`, `Nombre;Apellidos`). */
const EITHER = 'name|nom|nombre|nome|naam|namn|navn|isim';

/** Words for people other than the candidate. */
const SOMEBODY_ELSE =
  /recruit|recrut|manager|emergency|notfall|urgence|emergenc|referee|reference|referenz|office|büro|company|firma|agent|agency|hiring|interview|owner|besitzer|ansprechpartner|parent|employer|arbeitgeber|\bhr\b/;

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
export const FAMILY = new Set(namesOf(FAMILY_NAMES));
export const EITHER_NAME = new Set(namesOf(EITHER));

const KNOWN = new Set([...Object.values(KNOWN_NAMES).flat(), ...GIVEN, ...FAMILY]);

/** Parts of a header to ignore: every row is a candidate, and `Phone 1` comes before `Phone 2`. */
const IGNORED_PARTS = [
  /^(?:candidates?|applicants?|kandidat(?:en|in)?|bewerber(?:in)?|candidat[aeo]?|sollicitant|kandydata?)/,
  /(?:of(?:the)?(?:candidate|applicant)|des(?:bewerbers|kandidaten)|ducandidat|delcandidato|docandidato|kandydata)$/,
  /^(?:primary|main|preferred|haupt)/,
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
  /phone|telef|\btel\b|\btlf\b|mobil|mobiel|handy|\bcell|celular|cellul|gsm|whatsapp|rufn|portable|\bmovil|komork|\bcep\b|emergency|notfall|urgence|emergenc|contact (?:no|number|nr)|kontaktn|\bfixe?\b|\bfijo|\bfisso|festnetz|landline|durchwahl/;

/** Whether any word of a header suggests resumes. */
export function isRivalResume(header: string): boolean {
  return /\b(?:resume|cv|lebenslauf|curricul|vitae|zivotopis|ozgecmis)/.test(
    plain(header.replaceAll('_', ' ')),
  );
}

/** Whether a header suggests names of contact persons. */
export function isRivalName(header: string): boolean {
  return /^(?:contact|kontakt|contacto|contatto)(?:$|\s?(?:name|person))/.test(
    plain(header.replaceAll('_', ' ')),
  );
}

import { eachField, IMPORT_FIELDS, type ImportField } from './import-fields.ts';

/** Where a field's values come from. */
export type FieldSource =
  | { readonly from: 'column'; readonly column: number }
  /** One Library entry or id for every row. */
  | { readonly from: 'constant'; readonly value: string }
  | { readonly from: 'nowhere' };

export type ColumnMapping = Readonly<Record<ImportField, FieldSource>>;

/**
 * What the columns are usually called, in English, German, French and Spanish; the first name found wins. Whole
 * names alone: a guess such as "contains phone" would also take the recruiter's own number, and call it.
 */
const USUAL_NAMES: Readonly<Record<ImportField, string>> = {
  candidateName: `candidate name|candidate|full name|applicant name|applicant|name
    |kandidatenname|kandidat|kandidatin|kandidat/in|name des kandidaten|bewerbername|bewerber|bewerberin|bewerber/in
    |vor- und nachname|vollständiger name|vor und zuname
    |nom du candidat|nom complet|nom et prénom|prénom et nom|candidat|candidate|postulant|nom
    |nombre del candidato|nombre completo|nombre y apellidos|nombre y apellido|candidato|candidata|postulante
    |aspirante|nombre`,
  phoneNumber: `phone number|candidate phone number|candidate phone|phone|mobile phone|mobile number|mobile
    |cell phone|cell|telephone number|telephone|tel|phone no|contact number
    |telefonnummer|telefon|handynummer|handy|mobiltelefon|mobilnummer|mobil|rufnummer|tel-nr|telefon-nr
    |numéro de téléphone|téléphone|téléphone portable|téléphone mobile|portable|numéro
    |número de teléfono|teléfono|teléfono móvil|número de móvil|móvil|celular|número de celular`,
  resumeUrl: `resume link|resume url|resume|cv link|cv url|cv|link to resume|link to cv|curriculum vitae|link|url
    |lebenslauf|lebenslauf-link|link zum lebenslauf|lebenslauf url
    |lien du cv|lien cv|lien vers le cv|url du cv
    |enlace al cv|enlace del cv|enlace al currículum|enlace cv|currículum|curriculum|hoja de vida|url del cv`,
  jobDescriptionId: `job description id|job description|job id|job|position id|position|vacancy|role|jd|jd id
    |stellenbeschreibung|stellenbeschreibungs-id|stellen-id|stelle|stellenanzeige
    |description de poste|description du poste|fiche de poste|id du poste|poste|offre
    |descripción del puesto|descripción de puesto|id del puesto|puesto|vacante|oferta`,
  questionnaireTemplateId: `questionnaire template id|questionnaire id|questionnaire template|questionnaire|template id|template|questions
    |fragebogen|fragebogen-id|fragebogenvorlage
    |id du questionnaire|modèle de questionnaire
    |cuestionario|id del cuestionario|plantilla de cuestionario`,
};

/** Names of each field, normalised, in the order of preference. */
const KNOWN = eachField((field) => USUAL_NAMES[field].split('|').map(normalised));

/** Letters and digits alone: `Phone-Number *` and `phone_number (mobile)` are both `phonenumber`. */
function normalised(header: string): string {
  return header
    .replace(/\([^)]*\)/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Finds the column of each field by its header; no column is taken twice. */
export function matchHeaders(headers: readonly string[]): ColumnMapping {
  const names = headers.map(normalised);
  const taken = new Set<number>();
  const take = (field: ImportField): FieldSource => {
    for (const name of KNOWN[field]) {
      const column = names.findIndex((found, at) => found === name && !taken.has(at));
      if (column < 0) continue;
      taken.add(column);
      return { from: 'column', column };
    }
    return { from: 'nowhere' };
  };
  return eachField(take);
}

/** How many of the five fields have a column. */
export function countMatched(mapping: ColumnMapping): number {
  return IMPORT_FIELDS.filter((field) => mapping[field].from === 'column').length;
}

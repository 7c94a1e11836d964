/**
 * What the names of result fields say in languages besides English, as `wordsOf` writes them: in lower case, Latin
 * letters without accents. Scripts without blanks between words are looked for anywhere in a name.
 */

/** Points of some scale. A German `Note` is missing for a reason: one is best there. */
export const SCORE_ABROAD =
  /\b(?:\w*bewertung|\w*punktzahl|\w*punkte|puntuacion|puntaje|puntos|calificacion|valoracion|nota|pontuacao|avaliacao|pontos|punteggio|voto|valutazione|punti|note (?:globale|generale|finale|totale|moyenne)|beoordeling|cijfer|ocena|puan|poang|betyg)\b|スコア|評価|点数|得点|评分|得分|分数|總分|总分|점수|평가|총점|балл|оценка|рейтинг|تقييم|درجة|النتيجة|ציון|דירוג/;

/** What sums the others up. */
export const OVERALL_ABROAD =
  /\b(?:gesamt\w*|insgesamt|durchschnitt\w*|globale?|generale?|geral|totale?|totaal|promedio|media|moyenne|finale)\b|総合|合計|综合|总|總|전체|총|общ|итог|العام|الإجمالي|כולל|סופי/;

/** What to do with the candidate. */
export const DECISION_ABROAD =
  /\b(?:\w*empfehlung|entscheidung|\w*ergebnis|urteil|fazit|geeignet|recomendacion|recomendado|resultado|apto|apta|recommandation|recommande|recomendacao|raccomandazione|consigliato|esito|aanbeveling|rekomendacja|rekommendation)\b|推薦|推荐|判定|合否|추천|рекомендац|решение|توصية|המלצה/;

/** Groups of scores. */
export const SCORES_ABROAD =
  /\b(?:\w*bewertungen|\w*kompetenzen|faehigkeiten|fahigkeiten|kriterien|habilidades|competencias|puntuaciones|criterios|competences|criteres|notes|competenze|criteri|punteggi|vaardigheden)\b|スキル|能力|技能|역량|навыки|компетенц|مهارات|כישורים/;

/** What the scores beside it are measured against. */
export const MOST_ABROAD =
  /^(?:(?:hochst|maximal|max )\w*|maximale? \w+|note sur|sur|(?:puntuacion|nota|puntaje|calificacion) (?:maxima|max)|pontuacao maxima|punteggio massimo|massimo|maximo|満点|满分|滿分|만점)$/;

/** Years, money, counts. */
export const NO_SCORE_ABROAD =
  /\b(?:\w*jahre|jahr|monate|\w*erfahrung|alter|\w*gehalt|gehalts\w*|lohn|\w*frist|\w*dauer|anzahl \w*|anzahl|telefon\w*|plz|anos?|meses|experiencia|edad|salario|sueldo|duracion|cantidad|numero|telefono|annees?|ans|mois|age|salaire|experience|duree|nombre|idade|duracao|anni|mesi|eta|stipendio|esperienza|durata|leeftijd|salaris)\b|年数|経験|年齢|给与|年収|薪|工资|年龄|经验|年限|연봉|나이|경력|возраст|зарплат|опыт|العمر|الراتب|خبرة|גיל|שכר|ניסיון/;

/** A yes or no for what asks for one; undefined for any other text. */
export function yesOrNoAbroad(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

const YES: ReadonlySet<string> = new Set([
  'ja',
  'sí',
  'si',
  'sì',
  'oui',
  'sim',
  'tak',
  'да',
  'はい',
  '是',
  '예',
  'نعم',
  'כן',
]);
const NO: ReadonlySet<string> = new Set([
  'nein',
  'nee',
  'nej',
  'non',
  'não',
  'nao',
  'nie',
  'нет',
  'いいえ',
  '否',
  '아니요',
  'لا',
  'לא',
]);

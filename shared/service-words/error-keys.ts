import { plainName } from './submission-field-of.ts';

/** Keys, in lower case and without punctuation, under which services write to people. */
export const WORDS = new Set(
  `title message messages msg detail details description reason hint explanation text error errordescription
  errormessage errormessages errormsg errortext errorsummary errorusertitle errorusermsg errordetail err errs errmsg
  retmsg defaultmessage usermessage localizedmessage displaymessage statusmessage faultstring summary reasons
  diagnostics`.split(/\s+/),
);

/** Keys whose value holds further errors: a list, or an object of fields. */
export const CONTAINERS = new Set(
  `errors fielderrors validationerrors validation violations fieldviolations constraintviolations invalidparams
  invalidfields issues problems failures constraints modelstate formerrors nonfielderrors errordetails fields globalerrors
  inputerrors fault response exception cause causes errorcauses innererror rootcause issue elements warnings
  properties`.split(/\s+/),
);

/** Keys that name the field of the error beside them. */
export const OWN_FIELD = new Set(
  `field fieldname fieldpath fields path propertypath property pointer jsonpointer jsonpath instancepath datapath
  param parameter loc source element attribute member membernames target key`.split(/\s+/),
);

/** Keys that describe an error rather than name a field. */
export const DESCRIBING = new Set(
  `type status statuscode code errorcode codes timestamp path method trace stack stacktrace instance id requestid
  traceid correlationid url docs documentationurl moreinfo help href link links input ctx value rejectedvalue
  source keys success ok severity level kind expected received`.split(/\s+/),
);

/** Keys of objects that only surround what is said. */
export const ENVELOPES = new Set(
  'result results outcome reply return output payload body meta extensions responsemetadata embedded status json'.split(
    ' ',
  ),
);

/** Keys whose value names the broken rule, where an error says no more about its field. */
export const RULES = new Set(['code', 'rule', 'keyword', 'type', 'kind']);

/** Whether services write to people under this key. */
export function isWordsKey(key: string): boolean {
  return WORDS.has(plainName(key));
}

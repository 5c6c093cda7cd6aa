/**
 * Groups of interchangeable verbs. Embeddings hardly distinguish "book a class" from "cancel a class", so the verb
 * must agree as a word: by a group that both verbs are in.
 */
export const GROUPS: Record<string, string> = {
  buy: 'buy purchase order shop checkout',
  sell: 'sell auction',
  pay: 'pay settle repay donate',
  transfer: 'transfer send wire remit give',
  cancel: 'cancel revoke abort terminate quit giveup giveback withdraw',
  delete: 'delete remove erase wipe clear discard trash empty takeoff cutout',
  create: 'create add new make open file register setup start',
  claim: 'claim submit file reimburse expense',
  submit: 'submit report send handin tell enter',
  log: 'log fillin enter record book fill',
  write: 'write send tell contact message mail reply answer ask complain',
  publish: 'publish post share announce tweet write',
  subscribe: 'subscribe signup join enrol enroll receive',
  unsubscribe: 'unsubscribe takeoff optout leave remove signoff',
  reserve: 'book reserve getplace schedule arrange eat dine',
  appoint: 'book make schedule arrange getplace request signup join enrol enroll register',
  collect: 'schedule collect pickup arrange',
  renew: 'renew extend prolong',
  close: 'close solve resolve finish complete mark',
  deploy: 'deploy ship rollout release kickoff start launch push',
  request: 'request ask apply take',
  repeat: 'order repeat reorder refill ask request',
  cart: 'add put place',
  apply: 'apply',
  change: 'change edit update modify rename adjust set replace move correct',
  resume: 'resume continue reactivate unpause',
  contest: 'contest appeal dispute object challenge oppose',
  postpone: 'postpone reschedule defer delay putoff',
  block: 'block lock freeze ban suspend disable deactivate switchoff',
  unblock: 'unblock unlock enable activate switchon',
  stop: 'stop halt pause kill shut switchoff',
  restart: 'restart rerun retry reboot repeat',
  revert: 'revert rollback undo restore return refund exchange',
  approve: 'approve accept confirm sign',
  reject: 'reject decline refuse deny turndown',
  backup: 'backup back',
  assign: 'assign delegate forward invite hire',
  follow: 'follow like favourite favorite star',
  unfollow: 'unfollow unlike mute',
  upload: 'upload import attach scan',
  print: 'print',
  rent: 'rent lease hire putup',
  bet: 'bet gamble wager play',
  call: 'call phone ring dial',
  rate: 'rate review vote',
  build: 'build draw paint compose generate plan cook',
  checkin: 'checkin',
  turn: 'turn switch dim switchon',
  remind: 'remind wake',
  translate: 'translate put',
  export: 'export',
}

// Verbs of two words, joined before anything else is matched.
export const PHRASES: [RegExp, string][] = [
  [/\b(turn|switch)(s|es|ing|ed)? on\b/g, 'switchon'],
  [/\b(turn|switch)(s|es|ing|ed)? (.{1,40} )?off\b/g, 'switchoff'],
  // "Switch to the tab on the left" switches nothing on.
  [
    /\b(turn|switch)(s|es|ing|ed)? .{1,40} on(?= *$| *[.,;:!?\n]| (please|now|again|for|at|in)\b)/gm,
    'switchon',
  ],
  [/\b(log|sign)(s|ging|ing)? (in|into|on)( to)?\b/g, 'see'],
  [/\b(tell|give) (me|us)\b/g, 'show'],
  [/\b(sign|signing) (.{1,60} )?up(?= *(?:$|[.,;:!?\n]|for\b|to\b))/gm, 'signup'],
  [/\broll(ing)? back\b/g, 'rollback'],
  [/\broll(ing)? out\b/g, 'rollout'],
  [/\bkick(ing)? off\b/g, 'kickoff'],
  [/\bset(ting)? up\b/g, 'setup'],
  [/\bcheck(ing)? ((me|us|them|him|her) )?in\b/g, 'checkin'],
  [/\bfill(ing|s)? in\b/g, 'fillin'],
  [/\bhand(ing|s)? in\b/g, 'handin'],
  [/\bopt(ing)? out\b/g, 'optout'],
  [/\bcut(s|ting)? out\b/g, 'cutout'],
  [/\bgiv(e|es|ing) up\b/g, 'giveup'],
  [/\bgiv(e|es|ing) (.{1,40} )?back\b/g, 'giveback'],
  [/\bhave (.{1,40} )?picked up\b/g, 'collect'],
  [/\bpick(s|ing)? up\b/g, 'pickup'],
  [/\bput(s|ting)? in for\b/g, 'apply for'],
  [/\b(put|note|write|jot)(s|ting|ing)? down\b/g, 'log'],
  [/\btak(e|es|ing) (.{1,60} )?off\b/g, 'takeoff'],
  [/\bput(s|ting)? (.{1,40} )?up\b/g, 'putup'],
  [
    /\b(get|gets|take|takes|getting|taking) (me )?(a|the|my) (place|seat|slot|first free slot)\b/g,
    'getplace',
  ],
  [/\bclaim back\b/g, 'claim'],
  [/\bcall(s|ing|ed)? (.{1,40} )?off\b/g, 'cancel'],
  [/\bturn(s|ing|ed)? (.{1,40} )?down\b/g, 'turndown'],
  [/\b(put|push)(s|ting|ing)? (.{1,40} )?(off|back)\b/g, 'putoff'],
  [/\bback(s|ing|ed)? (.{1,40} )?up\b/g, 'backup'],
  [/\bshut(s|ting)? (.{1,40} )?(down|off)\b/g, 'shut'],
  [/\bsend(s|ing)? (.{1,40} )?back\b/g, 'return'],
  [/\b(get(ting)? rid of|throw(ing)? (.{1,40} )?(away|out))\b/g, 'delete'],
  [/\bpay(s|ing)? (.{1,40} )?off\b/g, 'pay'],
  [/\bstop(s|ping)? (sending|getting|receiving|mailing|emailing)\b/g, 'unsubscribe'],
  [/\b(look|find|finding|looking) (up|out|for|into)\b/g, 'find'],
  [/\bhave (.{1,40} )?collect\b/g, 'collect'],
]

export const READING =
  /^(grab|pull|browse|consult|retrieve|extract|gimme|gather|scrape|compare|count|obtain|lookup|query|learn|what|whats|which|when|where|wheres|who|whose|how|is|are|was|were|did|does|do|has|have|had|show|list|read|see|view|display|find|search|look|check|get|fetch|track|monitor|tell|download|summarise|summarize)$/

export const DETERMINER =
  /^(a|an|the|my|our|your|this|that|these|those|all|it|them|me|us|some|any|every|another)$/

export const LEAD_IN =
  /^(please|kindly|can|could|would|will|you|i|we|id|like|want|wanna|need|have|let|lets|us|me|help|to|now|just|also|go|try|and|then|so|hey|hi|hello|my|the|im|ive|ill|weve|wed)$/

// Without "get" and "have", which mostly ask for the thing itself.
export const ASKING =
  /^(what|whats|which|when|where|wheres|who|whose|why|how|is|are|was|were|did|does|do|has|had|hasnt|hadnt|isnt|arent|wasnt|werent|didnt|doesnt|should|shall|may|must|might|show|list|read|see|view|display)$/

export const FOLLOWS_VERB = /^(against|for|to|from|about|on|with)$/

export const PARTICLE = /^(up|down|off|out|over|back|away|in)$/

/** Verbs that no automation is known to do: a request that begins with one asks for something else. */
export const OTHER_VERBS = new Set(
  `insure recommend suggest photograph borrow lend sue teach learn explain describe imagine paint sing dance sew knit
  repair fix clean wash iron polish dig grow harvest feed walk drive ride sail swim climb jump throw catch kick hit
  bake fry boil grill brew pour mix chop peel record film sketch sculpt carve weld solder drill hammer saw glue
  compress convert encrypt decrypt merge split rotate crop resize sharpen blur colour color animate compile debug refactor
  optimise optimize benchmark profile simulate forecast predict guess estimate evaluate grade audit inspect investigate
  negotiate bargain haggle persuade convince threaten warn greet congratulate thank apologise apologize invite
  complain criticise criticize praise recruit fire promote demote coach mentor hide seek steal rob hack crack
  phish spam prank destroy break smash burn melt freeze explode shoot attack defend protect guard rescue evacuate
  bury marry divorce adopt inherit bequeath babysit nurse treat heal vaccinate diagnose prescribe operate
  lose misplace misdeliver intercept redirect reroute weigh measure count multiply divide subtract
  stack pack unpack load unload carry lift redeem adopt exchange swap trade barter issue stamp notarize notarise certify lodge
  protest install uninstall configure calibrate migrate pin unpin tag untag flag sync connect disconnect pair unpair patch upgrade
  downgrade provision allocate relocate park tow deposit invest bid appraise foster sponsor lend recharge refuel`.split(
    /\s+/,
  ),
)

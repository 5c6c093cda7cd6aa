/** Words that exclude each other: an automation for the one is not for the other. */
const PAIRS: [one: string[], other: string[]][] = [
  [
    ['next', 'upcoming', 'coming', 'future'],
    ['last', 'latest', 'previous', 'past', 'recent'],
  ],
  [
    ['arrival', 'arrivals', 'arriving'],
    ['departure', 'departures', 'departing'],
  ],
  [
    ['incoming', 'received', 'inbound'],
    ['outgoing', 'sent', 'outbound'],
  ],
  [
    ['unpaid', 'overdue', 'outstanding'],
    ['paid', 'settled'],
  ],
  [
    ['active', 'enabled'],
    ['inactive', 'disabled', 'expired'],
  ],
  [
    ['nächste', 'nächsten', 'nächster', 'kommende', 'kommenden'],
    ['letzte', 'letzten', 'letzter', 'vergangene', 'vergangenen'],
  ],
  [
    ['prochain', 'prochaine', 'prochains', 'prochaines'],
    ['dernier', 'dernière', 'derniers', 'dernières'],
  ],
  [
    ['próximo', 'próxima', 'próximos', 'próximas'],
    ['último', 'última', 'últimos', 'últimas', 'pasado', 'pasada'],
  ],
]

const opposed = new Map(
  PAIRS.flatMap(([one, other]) => [
    ...one.map((word) => [word, { same: one, other }] as const),
    ...other.map((word) => [word, { same: other, other: one }] as const),
  ]),
)

/** Whether a request has a word whose opposite, and nothing like it, stands in the automation's own words. */
export function hasOpposite(asked: Iterable<string>, own: ReadonlySet<string>): boolean {
  for (const word of asked) {
    const found = opposed.get(word)
    if (found && found.other.some((each) => own.has(each)) && !found.same.some((each) => own.has(each)))
      return true
  }
  return false
}

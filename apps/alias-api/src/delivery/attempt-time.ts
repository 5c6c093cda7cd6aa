// A host that sends or reads a byte a minute is never silent for a minute: an attempt ends all the same. RFC 5321,
// 4.5.3.2 allows ten minutes for the end of a message alone; a host that needs more than this one gets it at the next
// attempt or never.
const leastMs = 120_000
const slowestBytesPerMs = 32

/** How long one attempt to deliver a message may take, over all hosts: two minutes, and a second for each 32 KB. */
export const attemptTimeMs = (size: number): number => leastMs + Math.ceil(size / slowestBytesPerMs)

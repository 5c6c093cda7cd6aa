/** An email as it was before it was decided whether to forward it. */
export const undecided = {
  forwardedAt: null,
  forwardStatus: null,
  forwardTo: null,
  forwardReason: null,
  forwardRemoved: null,
  forwardCount: null,
}

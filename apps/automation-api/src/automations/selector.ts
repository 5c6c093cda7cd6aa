/**
 * How an action identifies an element, in the notation of Chrome's Recorder: one selector, or one for each shadow
 * root.
 */
export type Selector = string | string[]

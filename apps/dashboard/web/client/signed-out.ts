const target = new EventTarget()

export const tellSignedOut = () => target.dispatchEvent(new Event('signed-out'))

/** Calls back when a request has found nobody signed in. */
export const onSignedOut = (listener: () => void) => target.addEventListener('signed-out', listener)

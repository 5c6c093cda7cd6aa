/** The context that values for the steps before a recording are sealed in. */
export const recordingContext = (id: string) => `recording:${id}`

/** No conversation was begun: the message waits a little, and no attempt is counted. */
export class PostponedError extends Error {}

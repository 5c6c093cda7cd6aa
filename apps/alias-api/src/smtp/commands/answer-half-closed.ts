import type { Connection } from './adapt-connection.ts'

/**
 * Answers clients that close their side while they wait for an answer, as Exim does: it sends QUIT and the end of the
 * connection together with the end of its last message. Without the answer it sends the message again. The server has to
 * be created with `allowHalfOpen`.
 */
export function answerHalfClosed(connection: Connection): void {
  /* oxlint-disable no-underscore-dangle -- the library closes with the client, and has no option for it */
  const closeAtEnd = (parser: Connection['_parser']): void => {
    // The parser finishes when everything that was received has been answered, or belongs to a message without an end.
    if (parser) parser.once('finish', () => connection.close())
  }
  closeAtEnd(connection._parser)
  const createParser = connection._createParser.bind(connection)
  connection._createParser = () => {
    // That of the encrypted connection.
    const parser = createParser()
    closeAtEnd(parser)
    return parser
  }
  const send = connection.send.bind(connection)
  connection.send = (code, data, context) => {
    const socket = connection._socket
    // The library writes only to sockets that are open in both directions.
    if (socket.readyState === 'writeOnly')
      Object.defineProperty(socket, 'readyState', { get: openIfWritable })
    send(code, data, context)
  }
  /* oxlint-enable no-underscore-dangle */
}

function openIfWritable(this: { writable: boolean }): string {
  return this.writable ? 'open' : 'closed'
}

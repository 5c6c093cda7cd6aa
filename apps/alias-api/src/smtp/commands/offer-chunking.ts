import type { Connection } from './adapt-connection.ts'

// More digits than any message has bytes, and few enough to be an exact number.
const command = /^BDAT ([0-9]{1,10})( LAST)?$/i
const allowedBetweenChunks = new Set(['BDAT', 'NOOP', 'QUIT'])
// Every chunk costs about as much as reading it and what has arrived behind it.
const freeChunks = 100
const leastChunkBytes = 512

/**
 * Offers CHUNKING (RFC 3030) on a connection of the library, which knows only DATA: a message that comes by BDAT runs
 * through the library's handler of DATA, from which it gets the bytes of the chunks instead of what stands before a dot.
 *
 * A chunk is read to its announced end whether it is wanted or not, or its content would be read as commands. Where the
 * end is not known, the connection is closed.
 */
export function offerChunking(connection: Connection): void {
  /** Whether the message has begun and its last chunk has not ended. */
  let isReceiving = false
  let isBeginning = false
  let chunks = 0
  let bytesInAll = 0

  /* oxlint-disable no-underscore-dangle -- the library has no option for further commands */
  const receiveChunk = (bytes: number, isLast: boolean, callback: () => void): void => {
    const parser = connection._parser
    if (!parser) return callback()
    const isWanted = isReceiving || connection.session.envelope.rcptTo.length > 0
    if (isWanted && !isReceiving) {
      isReceiving = isBeginning = true
      connection.handler_DATA(Buffer.from('DATA'), () => {})
      isBeginning = false
    }
    const stream = isWanted ? parser._dataStream : null
    let missing = bytes
    const end = (rest: Buffer, done: (error?: Error | null) => void): void => {
      parser._dataMode = false
      Reflect.deleteProperty(parser, '_feedDataStream')
      if (stream && isLast) {
        isReceiving = false
        return parser._endDataMode(false, rest, done)
      }
      if (stream) connection.send(250, `2.0.0 ${bytes} bytes received`)
      else connection.send(503, '5.5.1 Send RCPT first')
      // Later, since thousands of chunks can have arrived together.
      setImmediate(() => connection._whenWritable(() => parser._write(rest, 'buffer', done)))
    }
    if (bytes === 0) return end(Buffer.alloc(0), () => callback())
    parser._remainder = ''
    parser._dataMode = true
    parser._feedDataStream = (chunk, done) => {
      const part = chunk.subarray(0, missing)
      missing -= part.length
      const proceed = (): void => {
        if (missing > 0) done()
        else end(chunk.subarray(part.length), done)
      }
      if (!stream) return proceed()
      parser._countDataBytes(part.length)
      if (!stream.writable || stream.write(part) || stream.destroyed) return proceed()
      const resume = (): void => {
        stream.off('drain', resume).off('close', resume)
        proceed()
      }
      stream.once('drain', resume).once('close', resume)
    }
    callback()
  }

  const receive = (line: Buffer, callback: () => void): void => {
    const [, size, last] = command.exec(line.toString('latin1').trim()) ?? []
    if (size === undefined) {
      connection.send(501, '5.5.4 The form of the command is: BDAT size [LAST]')
      return connection.close()
    }
    chunks += 1
    bytesInAll += Number(size)
    if (chunks > freeChunks && bytesInAll < chunks * leastChunkBytes)
      return connection.send(421, '4.7.0 Too many small chunks')
    receiveChunk(Number(size), last !== undefined, callback)
  }
  Object.assign(connection, { handler_BDAT: receive })

  const perform = connection._onCommand.bind(connection)
  connection._onCommand = (line, callback) => {
    if (!isReceiving) return perform(line, callback)
    const name = line.toString('latin1').split(' ', 1)[0]!.trim().toUpperCase()
    if (allowedBetweenChunks.has(name)) return perform(line, callback)
    // What has been received is dropped with the connection, as when a client goes away in the middle of a message.
    if (name === 'RSET') return connection.send(421, '4.3.0 Connect again to begin another message')
    connection.send(503, '5.5.1 The last chunk of the message is missing')
    setImmediate(() => connection._whenWritable(callback ?? (() => {})))
  }
  const endIdle = connection._onTimeout.bind(connection)
  connection._onTimeout = () => {
    // The library takes the pause between two chunks for one in which the client waits for an answer.
    if (isReceiving && !connection._closing) connection.send(421, '4.4.2 Timeout')
    else endIdle()
  }
  /* oxlint-enable no-underscore-dangle */
  const send = connection.send.bind(connection)
  connection.send = (code, data, context) => {
    // The answer to DATA, for which BDAT does not wait.
    if (isBeginning && code === 354) return
    const isGreeting = code === 250 && Array.isArray(data) && data.includes('PIPELINING')
    send(code, isGreeting ? [...data.slice(0, -1), 'CHUNKING', ...data.slice(-1)] : data, context)
  }
}

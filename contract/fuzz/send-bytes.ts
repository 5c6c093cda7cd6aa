import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends bytes over TCP and returns what the service answers until it closes the connection. */
export async function sendBytes(baseUrl: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  for (const part of parts) socket.write(part)
  socket.end()
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A service that stops reading may reset the connection; what it answered before is returned.
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks).toString()
}

import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends a request that no HTTP client would and reads what comes back until the service hangs up. */
export async function sendBytes(baseUrl: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  for (const part of parts) socket.write(part)
  socket.end()
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A service that refuses to read on may reset the connection; what it said before counts.
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks).toString()
}

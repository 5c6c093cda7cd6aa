// A process in a network of its own: it gives the runner a listener there, and remains so that the network does. From
// then on it is a program that does nothing.
import { createServer } from 'node:net'

const server = createServer().listen(0, '127.0.0.1', () => {
  process.send!({ pid: process.pid }, server, {}, () => {
    server.close()
    process.execve!('/bin/sleep', ['sleep', 'infinity'], {})
  })
})

import { startEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts'

/** For tests: a process that starts a server, tells its process id, and goes on until it is killed. */
const [directory = '', port = ''] = process.argv.slice(2)
const { pid } = await startEmbeddedPostgres({ directory, port: Number(port), password: 'test' })
process.send!({ pid })
process.on('message', () => {})

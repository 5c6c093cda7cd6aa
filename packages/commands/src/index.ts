export { migrateCommand, withCells } from './migrate-command.ts'
export { resealCommand } from './reseal-command.ts'
export { runCommands, type Command } from './run-commands.ts'

export { migrateCommand } from './migrate-command.ts'
export { resealCommand } from './reseal-command.ts'
export { runCommands, type Command, type CommandInput } from './run-commands.ts'

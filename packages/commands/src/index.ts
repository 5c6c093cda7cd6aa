export { migrateCommand } from './migrate-command.ts'
export { resealCommand } from './reseal-command.ts'
export { runCommands, type Command } from './run-commands.ts'
export { withCells } from './with-cells.ts'

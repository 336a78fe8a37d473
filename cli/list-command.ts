import type { Command } from 'commander'
import {
  addServerOption,
  readServerConnection,
  type ServerConnection,
  type ServerOptions,
} from './server-connection'
import { formatTable, printJson, printLine, printMessage, type Terminal } from './terminal'

export interface ProjectScopedListOptions extends ServerOptions {
  project: string
}

interface RowList<Row, Options extends ServerOptions> {
  help: string
  jsonHelp?: string
  read: (server: ServerConnection, options: Options) => Promise<readonly Row[]>
  /** Name of the list in JSON. */
  name: string
  emptyMessage: string
  /** Cells of a line of the table. */
  format: (row: Row) => string[]
}

/** Makes a command print rows of the server as a table, or as JSON with `--json`. Its own options must be added already. */
export function addListAction<Row, Options extends ServerOptions>(
  command: Command,
  terminal: Terminal,
  { help, jsonHelp, read, name, emptyMessage, format }: RowList<Row, Options>,
): void {
  command
    .option('--json', jsonHelp ?? 'print them as JSON')
    .addHelpText('after', help)
    .action(async (options: Options & { json?: true }) => {
      const rows = await read(readServerConnection(terminal, options), options)
      if (options.json) printJson(terminal, { [name]: rows })
      else if (rows.length === 0) printMessage(terminal, emptyMessage)
      else printLine(terminal, formatTable(rows.map(format)))
    })
  addServerOption(command)
}

/** A command `list` for rows of one project. */
export const makeProjectScopedListCommand = (parent: Command, description: string): Command =>
  parent
    .command('list')
    .description(description)
    .requiredOption('--project <slug>', 'project slug, as in its URL')

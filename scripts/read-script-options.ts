import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** Reads the options of a script. Null if there is nothing to run: help was printed, or the options are wrong. */
export function readScriptOptions<T extends ParseArgsOptionsConfig>(options: T, usage: string) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } })
    if (!('help' in values)) return values
    console.log(usage)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exitCode = 2
  }
  return null
}

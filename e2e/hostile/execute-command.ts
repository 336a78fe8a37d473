import type { Actor } from '@/lib/auth/actor'
import type { Command } from '@/lib/auth/server/operation'
import { operations } from '@/lib/http/server/operations'
import { containsHostilePayload } from './payloads'
import { listTextFields, readFieldValues } from './text-fields'

const fields = listTextFields()
const hostileFields = new Set<string>()

export type CommandReply = Record<string, unknown>

/** Runs a command, and records which of its fields contained a hostile text. */
export async function executeCommand(
  actor: Actor,
  name: string,
  rawInput: Readonly<Record<string, unknown>>,
  file = '',
): Promise<CommandReply> {
  const command = operations.find(({ contract }) => contract.name === name) as Command
  const input = command.contract.input.parse(rawInput)
  const options = file === '' ? {} : { file: streamText(file) }
  const reply = await command.execute(actor, input, options).catch((error: unknown) => {
    throw new Error(`${name}: ${String(error)}`, { cause: error })
  })
  for (const field of fields)
    if (field.startsWith(`${name}.`))
      if (
        readFieldValues(field, input).some(
          (text) => typeof text === 'string' && containsHostilePayload(text),
        )
      )
        hostileFields.add(field)
  return reply as CommandReply
}

async function* streamText(text: string) {
  yield Buffer.from(text)
}

/** Contract fields that contained a hostile text in any command. */
export const listFieldsWithHostileText = (): readonly string[] => [...hostileFields]

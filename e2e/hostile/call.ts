import type { Actor } from '@/lib/auth/actor'
import type { Command } from '@/lib/auth/server/operation'
import { operations } from '@/lib/http/server/operations'
import { isHostile } from './payloads'
import { listTextFields, readField } from './text-fields'

const fields = listTextFields()
const filled = new Set<string>()

export type Reply = Record<string, unknown>

/** Runs a command, and records which of its fields were hostile. */
export async function executeCommand(
  actor: Actor,
  name: string,
  sent: Readonly<Record<string, unknown>>,
  file = '',
): Promise<Reply> {
  const command = operations.find(({ contract }) => contract.name === name) as Command
  const input = command.contract.input.parse(sent)
  const options = file === '' ? {} : { file: streamText(file) }
  const reply = await command.execute(actor, input, options).catch((error: unknown) => {
    throw new Error(`${name}: ${String(error)}`, { cause: error })
  })
  for (const field of fields)
    if (field.startsWith(`${name}.`))
      if (readField(field, input).some((text) => typeof text === 'string' && isHostile(text)))
        filled.add(field)
  return reply as Reply
}

async function* streamText(text: string) {
  yield Buffer.from(text)
}

/** Contract fields that got a hostile text. */
export const listHostileFields = (): readonly string[] => [...filled]

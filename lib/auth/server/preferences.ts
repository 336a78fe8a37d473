import { AppError } from '@/lib/platform/errors'
import {
  fillKeymap,
  findKeyClash,
  findKeyProblem,
  keyActNames,
  type KeyOverrides,
  keyActs,
  type Keymap,
  listKeyOverrides,
  makeKeymap,
} from '../keys'
import { getPreferencesContract, savePreferencesContract } from '../preferences-contract'
import { command, query, requirePerson } from './operation'

export const getPreferences = query(getPreferencesContract, {
  action: 'preferences.read',
  scope: 'instance',
  async run({ actor, db }) {
    const { keys } = await db.user.findUniqueOrThrow({
      where: { id: requirePerson(actor).userId },
      select: { keys: true },
    })
    return { keys: makeKeymap(keys) }
  },
})

export const savePreferences = command(savePreferencesContract, {
  action: 'preferences.save',
  scope: 'instance',
  async run({ actor, db }, { keys }) {
    const keymap = readKeymap(keys)
    await db.user.update({
      where: { id: requirePerson(actor).userId },
      data: { keys: listKeyOverrides(keymap) },
      select: { id: true },
    })
    return { keys: keymap }
  },
  audit: () => ({ target: 'account' }),
})

/** Unlike what is stored, what is sent is refused where it cannot stand. */
function readKeymap(overrides: KeyOverrides): Keymap {
  const keymap = fillKeymap(overrides)
  for (const act of keyActNames) {
    const problem = findKeyProblem(act, keymap[act])
    if (problem) throw refuse(act, problem)
  }
  const clash = findKeyClash(keymap)
  if (!clash) return keymap
  const [one, other] = clash.acts
  throw refuse(other, `“${keyActs[one].words}” has this key too.`)
}

function refuse(act: string, reason: string): AppError {
  return new AppError('invalid_input', 'These keys cannot stand. Nothing was changed.', {
    issues: [{ place: `keys.${act}`, reason }],
  })
}

import { AppError } from '@/lib/platform/errors'
import {
  applyKeymapOverrides,
  shortcutActionNames,
  type KeymapOverrides,
  type Keymap,
} from '../keymap'
import {
  findShortcutConflict,
  findKeyProblem,
  listKeymapOverrides,
  makeKeymap,
} from '../keymap-rules'
import { getPreferencesContract, savePreferencesContract } from '../preferences-contract'
import { shortcutDescriptions } from '../shortcut-descriptions'
import { command, query } from './operation'
import { requirePerson } from './require-person'

export const getPreferences = query(getPreferencesContract, {
  action: 'preferences.read',
  scope: 'instance',
  async run({ actor, db }) {
    const { shortcuts } = await db.user.findUniqueOrThrow({
      where: { id: requirePerson(actor).userId },
      select: { shortcuts: true },
    })
    return { keys: makeKeymap(shortcuts) }
  },
})

export const savePreferences = command(savePreferencesContract, {
  action: 'preferences.save',
  scope: 'instance',
  async run({ actor, db }, { keys }) {
    const keymap = readKeymap(keys)
    await db.user.update({
      where: { id: requirePerson(actor).userId },
      data: { shortcuts: listKeymapOverrides(keymap) },
      select: { id: true },
    })
    return { keys: keymap }
  },
  audit: () => ({ target: 'account' }),
})

/** Unlike stored shortcuts, sent ones are rejected if invalid. */
function readKeymap(overrides: KeymapOverrides): Keymap {
  const keymap = applyKeymapOverrides(overrides)
  for (const action of shortcutActionNames) {
    const problem = findKeyProblem(action, keymap[action])
    if (problem) throw makeInvalidKeyError(action, problem)
  }
  const conflict = findShortcutConflict(keymap)
  if (!conflict) return keymap
  const [first, second] = conflict.actions
  throw makeInvalidKeyError(
    second,
    `This key is also used by “${shortcutDescriptions[first].label}”.`,
  )
}

function makeInvalidKeyError(action: string, reason: string): AppError {
  return new AppError('invalid_input', 'These shortcuts are not valid. Nothing was saved.', {
    issues: [{ location: `keys.${action}`, reason }],
  })
}

import { command, query } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'
import { lockProject } from '@/lib/platform/server/lock-project.sql'
import { getQualitySettingsContract, updateQualitySettingsContract } from '../settings-contract'
import { admitAnnotatorsWithSubmissions, storeScreeningRequirement } from './admission.sql'
import { type QualitySettings, readQualitySettings } from './settings.sql'

export const getQualitySettings = query(getQualitySettingsContract, {
  action: 'quality.read',
  scope: 'project',
  run: ({ db, project }) => readQualitySettings(db, project.id),
})

export const updateQualitySettings = command(updateQualitySettingsContract, {
  action: 'quality.update',
  scope: 'project',
  async run({ db, project }, { project: _, ...input }) {
    await lockProject(db, project.id)
    const before = await readQualitySettings(db, project.id)
    await db.project.update({ where: { id: project.id }, data: input, select: { id: true } })
    const settings = await readQualitySettings(db, project.id)
    rejectTooLittleGold(before, settings)
    if (settings.screens && !before.screens) await admitAnnotatorsWithSubmissions(db, project.id)
    await storeScreeningRequirement(db, project.id, settings.screens)
    return settings
  },
  audit: ({ project: _, ...input }, settings) => ({
    target: 'quality',
    detail: Object.fromEntries(
      Object.keys(input).map((name) => [name, settings[name as keyof QualitySettings]]),
    ),
  }),
})

/** Rejects a screening larger than the available gold, which no annotator could start. Existing settings may stay. */
function rejectTooLittleGold(before: QualitySettings, settings: QualitySettings): void {
  const { screens, screeningItems, gold } = settings
  const needsMoreGold = !before.screens || screeningItems > before.screeningItems
  if (!screens || !needsMoreGold || gold >= screeningItems) return
  const reason = `A screening of ${formatQuantity(screeningItems, 'solution')} needs ${formatQuantity(screeningItems, 'gold solution')}, and there ${gold === 1 ? 'is' : 'are'} ${gold}. Add gold, or lower “Solutions per screening”.`
  throw new AppError('conflict', `${reason} Nothing was changed.`, {
    issues: [{ location: 'screeningItems', reason }],
  })
}

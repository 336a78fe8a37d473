import { defineContract, z } from '@/lib/platform/contract'
import { projectField } from '@/lib/platform/fields'
import {
  blindShareMax,
  goldPerRoundMax,
  goldShareMax,
  reviewFirstCountMax,
  screeningItemsMax,
} from './settings'

const shareField = z.number().min(0).max(1)

/** What is left out of a change stays as it is. */
const settings = {
  /** New annotators pass a screening before they label. */
  screens: z.boolean(),
  screeningItems: z.number().int().min(1).max(screeningItemsMax),
  /** Share of exact answers that passes. */
  screeningShare: z.number().gt(0).max(1),
  /** Share of what is served to a person that is gold. */
  goldShare: z.number().min(0).max(goldShareMax),
  /** So much gold for a person in a round, in place of the share; null: the share. */
  goldPerRound: z.number().int().min(1).max(goldPerRoundMax).nullable(),
  /** Once gold is answered, its annotator is shown what was known. */
  explainsGold: z.boolean(),
  /** Who as good as surely answers less than this share of gold exactly is paused; null: nobody is. */
  pauseUnder: z.number().gt(0).lt(1).nullable(),
  /** Share of annotations that are done without the reference answer, drawn at random. */
  blindShare: z.number().min(0).max(blindShareMax),
  /** Share of submitted work that reviewers are asked to look at, drawn at random. */
  reviewShare: shareField,
  /** The same of a person's first annotations, where it is more. */
  reviewFirstShare: shareField,
  /** How many annotations are a person's first ones. */
  reviewFirstCount: z.number().int().min(1).max(reviewFirstCountMax),
}

const settingsReply = z.object({
  ...settings,
  /** Solutions whose first errors are known. */
  gold: z.number(),
})

export const getQualitySettingsContract = defineContract({
  name: 'getQualitySettings',
  method: 'get',
  path: '/projects/{project}/quality',
  summary: 'How the quality of work is measured: screening, gold, pauses, review samples',
  input: z.strictObject({ project: projectField }),
  reply: settingsReply,
})

export const updateQualitySettingsContract = defineContract({
  name: 'updateQualitySettings',
  method: 'patch',
  path: '/projects/{project}/quality',
  summary: 'Change how the quality of work is measured; what is left out stays as it is',
  input: z.strictObject({ project: projectField, ...z.object(settings).partial().shape }),
  reply: settingsReply,
})

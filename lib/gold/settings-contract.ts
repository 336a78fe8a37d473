import { defineContract, z } from '@/lib/platform/contract'
import { projectSlugField } from '@/lib/platform/fields'
import {
  maxHiddenReferenceShare,
  maxGoldPerRound,
  maxGoldShare,
  maxReviewedFirstAnnotations,
  maxScreeningItems,
} from './settings'

const shareField = z.number().min(0).max(1)

const settings = {
  /** New annotators must pass a screening before real work. */
  screens: z.boolean(),
  screeningItems: z.number().int().min(1).max(maxScreeningItems),
  /** Share of exact answers needed to pass. */
  screeningShare: z.number().gt(0).max(1),
  /** Share of served solutions that is gold. */
  goldShare: z.number().min(0).max(maxGoldShare),
  /** Expected and maximum number of gold solutions that each annotator gets in a round; null: use `goldShare` instead. */
  goldPerRound: z.number().int().min(1).max(maxGoldPerRound).nullable(),
  /** Shows the known answer to the annotator after they answer gold. */
  explainsGold: z.boolean(),
  /** Pauses annotators whose exact match on gold is significantly below this share; null: never. */
  pauseBelow: z.number().gt(0).lt(1).nullable(),
  /** Share of annotations in the hidden-reference arm, sampled at random. */
  hiddenReferenceShare: z.number().min(0).max(maxHiddenReferenceShare),
  /** Share of submitted annotations sampled at random for review. */
  reviewShare: shareField,
  /** The share for an annotator's first annotations, if higher than `reviewShare`. */
  reviewFirstShare: shareField,
  /** How many annotations count as an annotator's first. */
  reviewFirstCount: z.number().int().min(1).max(maxReviewedFirstAnnotations),
}

const settingsReply = z.object({
  ...settings,
  /** Number of gold solutions. */
  gold: z.number(),
})

export const getQualitySettingsContract = defineContract({
  name: 'getQualitySettings',
  method: 'get',
  path: '/projects/{project}/quality',
  summary: 'Get the settings for screening, gold, pauses and review samples',
  input: z.strictObject({ project: projectSlugField }),
  reply: settingsReply,
})

export const updateQualitySettingsContract = defineContract({
  name: 'updateQualitySettings',
  method: 'patch',
  path: '/projects/{project}/quality',
  summary: 'Update quality settings. Omitted settings are not changed',
  input: z.strictObject({ project: projectSlugField, ...z.object(settings).partial().shape }),
  reply: settingsReply,
})

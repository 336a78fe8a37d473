import type { FieldResult } from '@/components/ui/field-result'
import {
  formatPercentage,
  readPercentage,
  readUnlessEmpty,
  readWholeNumber,
} from '@/components/ui/number-fields'
import {
  maxHiddenReferenceShare,
  maxGoldPerRound,
  maxGoldShare,
  maxReviewedFirstAnnotations,
  maxScreeningItems,
} from '@/lib/gold/settings'
import type {
  getQualitySettingsContract,
  updateQualitySettingsContract,
} from '@/lib/gold/settings-contract'
import type { ReplyOf, RequestInputOf } from '@/lib/platform/contract'
import { collectChanges } from './collect-changes'

export type QualitySettings = ReplyOf<typeof getQualitySettingsContract>
type Changes = Omit<RequestInputOf<typeof updateQualitySettingsContract>, 'project'>

/** The form's values: shares in %; empty for none. */
export interface QualityFields {
  screens: boolean
  screeningItems: string
  screeningShare: string
  goldShare: string
  goldPerRound: string
  explainsGold: boolean
  pauseBelow: string
  hiddenReferenceShare: string
  reviewShare: string
  reviewFirstShare: string
  reviewFirstCount: string
}

export type QualityFieldErrors = Partial<Record<keyof QualityFields, string>>

export function toQualityFields(quality: QualitySettings): QualityFields {
  const { screens, explainsGold } = quality
  return {
    screens,
    explainsGold,
    screeningItems: String(quality.screeningItems),
    screeningShare: formatPercentage(quality.screeningShare),
    goldShare: formatPercentage(quality.goldShare),
    goldPerRound: quality.goldPerRound === null ? '' : String(quality.goldPerRound),
    pauseBelow: quality.pauseBelow === null ? '' : formatPercentage(quality.pauseBelow),
    hiddenReferenceShare: formatPercentage(quality.hiddenReferenceShare),
    reviewShare: formatPercentage(quality.reviewShare),
    reviewFirstShare: formatPercentage(quality.reviewFirstShare),
    reviewFirstCount: String(quality.reviewFirstCount),
  }
}

/** Returns the changes to send, and the errors by field. The server checks again. */
export function checkQualityFields(
  quality: QualitySettings,
  fields: QualityFields,
): { changes: Changes; errors: QualityFieldErrors } {
  const results = {
    screens: { value: fields.screens },
    screeningItems: readCount(fields.screeningItems, maxScreeningItems),
    screeningShare: readPercent(fields.screeningShare, 1, 100),
    goldShare: readPercent(fields.goldShare, 0, maxGoldShare * 100),
    goldPerRound: readUnlessEmpty(fields.goldPerRound, (text) => readCount(text, maxGoldPerRound)),
    explainsGold: { value: fields.explainsGold },
    pauseBelow: readUnlessEmpty(fields.pauseBelow, (text) => readPercent(text, 1, 99)),
    hiddenReferenceShare: readPercent(
      fields.hiddenReferenceShare,
      0,
      maxHiddenReferenceShare * 100,
    ),
    reviewShare: readPercent(fields.reviewShare, 0, 100),
    reviewFirstShare: readPercent(fields.reviewFirstShare, 0, 100),
    reviewFirstCount: readCount(fields.reviewFirstCount, maxReviewedFirstAnnotations),
  } satisfies { [Name in keyof QualityFields]: FieldResult<QualitySettings[Name]> }
  return collectChanges(results, quality)
}

const readCount = (text: string, max: number) => readWholeNumber(text, { max })

const readPercent = (text: string, min: number, max: number) =>
  readPercentage(text, { min, max, maxDecimals: 2 })

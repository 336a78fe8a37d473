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
import { formatCount } from '@/lib/platform/format'
import { parseWholeNumber } from './parse-whole-number'

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

export type QualityErrors = Partial<Record<keyof QualityFields, string>>

export function toQualityFields(quality: QualitySettings): QualityFields {
  const { screens, explainsGold } = quality
  return {
    screens,
    explainsGold,
    screeningItems: String(quality.screeningItems),
    screeningShare: formatPercent(quality.screeningShare),
    goldShare: formatPercent(quality.goldShare),
    goldPerRound: quality.goldPerRound === null ? '' : String(quality.goldPerRound),
    pauseBelow: quality.pauseBelow === null ? '' : formatPercent(quality.pauseBelow),
    hiddenReferenceShare: formatPercent(quality.hiddenReferenceShare),
    reviewShare: formatPercent(quality.reviewShare),
    reviewFirstShare: formatPercent(quality.reviewFirstShare),
    reviewFirstCount: String(quality.reviewFirstCount),
  }
}

type FieldResult<T> = { value: T } | { error: string }

/** Returns the changes to send, and the errors by field. The server checks again. */
export function checkQualityFields(
  quality: QualitySettings,
  fields: QualityFields,
): { changes: Changes; errors: QualityErrors } {
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
  } satisfies Record<keyof QualityFields, FieldResult<unknown>>
  const resultEntries = Object.entries(results) as [keyof QualityFields, FieldResult<unknown>][]
  const changes = resultEntries.flatMap(([name, result]) =>
    'value' in result && result.value !== quality[name] ? [[name, result.value]] : [],
  )
  const errors = resultEntries.flatMap(([name, result]) =>
    'error' in result ? [[name, result.error]] : [],
  )
  return {
    changes: Object.fromEntries(changes) as Changes,
    errors: Object.fromEntries(errors) as QualityErrors,
  }
}

function readUnlessEmpty<T>(
  text: string,
  parse: (text: string) => FieldResult<T>,
): FieldResult<T | null> {
  return text.trim() === '' ? { value: null } : parse(text)
}

function readCount(text: string, max: number): FieldResult<number> {
  const value = parseWholeNumber(text)
  return value === null || value < 1 || value > max
    ? { error: `Enter a whole number from 1 to ${formatCount(max)}.` }
    : { value }
}

/** Converts a percentage with at most two decimals to a share. */
function readPercent(text: string, min: number, max: number): FieldResult<number> {
  const percent = /^\d{1,3}(?:\.\d{1,2})?$/.test(text.trim()) ? Number(text.trim()) : NaN
  return percent >= min && percent <= max
    ? { value: Number((percent / 100).toFixed(4)) }
    : { error: `Enter a percentage from ${min} to ${max}.` }
}

/** `0.075` as `7.5`, without floating-point noise. */
const formatPercent = (share: number) => String(Number((share * 100).toFixed(2)))

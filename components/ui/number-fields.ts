import { formatCount } from '@/lib/platform/format'
import type { FieldResult } from './field-result'

interface NumberRange {
  min?: number
  max: number
}

/** `1,5` is not 15. */
const wholeNumber = /^(\d{1,10}|\d{1,3}(,\d{3}){1,3})$/

/** Reads a whole number, with or without thousands separators. By default, at least 1. */
export function readWholeNumber(text: string, { min = 1, max }: NumberRange): FieldResult<number> {
  const digits = text.trim()
  const value = wholeNumber.test(digits) ? Number(digits.replaceAll(',', '')) : NaN
  return value >= min && value <= max
    ? { value }
    : { error: `Enter a whole number from ${formatCount(min)} to ${formatCount(max)}.` }
}

/** Reads a percentage such as `12.5`, `12,5` or `12.5 %` as a share from 0 to 1, rounded to six decimals. */
export function readPercentage(
  text: string,
  { min = 0, max, maxDecimals = Infinity }: NumberRange & { maxDecimals?: number },
): FieldResult<number> {
  const digits = text.trim().replace(/\s*%$/, '').replace(',', '.')
  const [, decimals = ''] = digits.split('.')
  const isNumber = /^\d{1,3}(\.\d+)?$/.test(digits) && decimals.length <= maxDecimals
  const percent = isNumber ? Number(digits) : NaN
  return percent >= min && percent <= max
    ? { value: Number((percent / 100).toFixed(6)) }
    : { error: `Enter a percentage from ${min} to ${max}.` }
}

/** Null for an empty field. */
export function readUnlessEmpty<T>(
  text: string,
  read: (text: string) => FieldResult<T>,
): FieldResult<T | null> {
  return text.trim() === '' ? { value: null } : read(text)
}

/** A share as a percentage with at most two decimals: `0.075` as `7.5`. */
export const formatPercentage = (share: number) => String(Number((share * 100).toFixed(2)))

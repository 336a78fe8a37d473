/** A time of day as written. */
export interface TimeOfDay {
  /** Seconds since midnight. */
  seconds: number
  /** True if it has AM or PM or can only be one of them: `3 PM`, `15:30`. Otherwise it can be either, or a ratio. */
  isUnambiguous: boolean
  /** True if it can't be a ratio: `10:05`, `3 PM`. */
  isTime: boolean
}

const clockPattern =
  /^(?:at\s+)?(\d{1,2})(?:\s*:\s*(\d{2})(?:\s*:\s*(\d{2}))?)?\s*(a\.?\s?m\.?|p\.?\s?m\.?|o'clock)?$/i

/** Reads a time of day. Returns null for anything else, including a plain number. */
export function readTimeOfDay(text: string): TimeOfDay | null {
  const plainTime = text
    .replace(/\\(?:text|mathrm|textrm|mbox)\s*\{([^{}]*)\}/g, ' $1 ')
    .replace(/\\[ ,;:]|~/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (/^(?:at )?(?:12 )?noon$/i.test(plainTime))
    return { seconds: 43_200, isUnambiguous: true, isTime: true }
  if (/^(?:at )?(?:12 )?midnight$/i.test(plainTime))
    return { seconds: 0, isUnambiguous: true, isTime: true }
  const [, hour, minute, second, suffix] = clockPattern.exec(plainTime) ?? []
  if (hour === undefined || (minute === undefined && suffix === undefined)) return null
  const [h, m, s] = [hour, minute ?? '0', second ?? '0'].map(Number) as [number, number, number]
  const hasAmPm = suffix !== undefined && !/^o/i.test(suffix)
  if (h > 23 || m > 59 || s > 59 || (hasAmPm && (h < 1 || h > 12))) return null
  const hourOffset = hasAmPm ? (/^p/i.test(suffix) ? 12 : 0) - (h === 12 ? 12 : 0) : 0
  return {
    seconds: 3600 * (h + hourOffset) + 60 * m + s,
    isUnambiguous: hasAmPm || ((h > 12 || h === 0) && minute !== undefined),
    isTime: suffix !== undefined || (minute ?? '').startsWith('0') || second !== undefined,
  }
}

const secondsPerHalfDay = 43_200

/** Compares two times of day. `maybe`: they are equal if the one without AM or PM means the same half of the day. */
export function compareTimesOfDay(a: TimeOfDay, b: TimeOfDay): 'same' | 'maybe' | 'different' {
  const isSameTime = a.seconds === b.seconds
  if (a.isUnambiguous === b.isUnambiguous) return isSameTime ? 'same' : 'different'
  return a.seconds % secondsPerHalfDay === b.seconds % secondsPerHalfDay ? 'maybe' : 'different'
}

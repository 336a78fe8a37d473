/** A time of day, as it was written. */
export interface Clock {
  /** Seconds since midnight. */
  seconds: number
  /** It says which half of the day, or can mean one only: `3 PM`, `15:30`. Else it may be either, or a ratio. */
  isSure: boolean
  /** `10:05`, `3 PM`: no ratio is written so. */
  isTime: boolean
}

const form =
  /^(?:at\s+)?(\d{1,2})(?:\s*:\s*(\d{2})(?:\s*:\s*(\d{2}))?)?\s*(a\.?\s?m\.?|p\.?\s?m\.?|o'clock)?$/i

/** Null of what can be no time of day. A number by itself is none. */
export function readClock(text: string): Clock | null {
  const plain = text
    .replace(/\\(?:text|mathrm|textrm|mbox)\s*\{([^{}]*)\}/g, ' $1 ')
    .replace(/\\[ ,;:]|~/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (/^(?:at )?(?:12 )?noon$/i.test(plain)) return { seconds: 43_200, isSure: true, isTime: true }
  if (/^(?:at )?(?:12 )?midnight$/i.test(plain)) return { seconds: 0, isSure: true, isTime: true }
  const [, hour, minute, second, half] = form.exec(plain) ?? []
  if (hour === undefined || (minute === undefined && half === undefined)) return null
  const [h, m, s] = [hour, minute ?? '0', second ?? '0'].map(Number) as [number, number, number]
  const isHalf = half !== undefined && !/^o/i.test(half)
  if (h > 23 || m > 59 || s > 59 || (isHalf && (h < 1 || h > 12))) return null
  const shift = isHalf ? (/^p/i.test(half) ? 12 : 0) - (h === 12 ? 12 : 0) : 0
  return {
    seconds: 3600 * (h + shift) + 60 * m + s,
    isSure: isHalf || ((h > 12 || h === 0) && minute !== undefined),
    isTime: half !== undefined || (minute ?? '').startsWith('0') || second !== undefined,
  }
}

const halfDay = 43_200

/** Whether two are the same time: `same`, `maybe` where one leaves open which half of the day it is, else `other`. */
export function compareClocks(a: Clock, b: Clock): 'same' | 'maybe' | 'other' {
  const isSameHalf = a.seconds === b.seconds
  if (a.isSure === b.isSure) return isSameHalf ? 'same' : 'other'
  return a.seconds % halfDay === b.seconds % halfDay ? 'maybe' : 'other'
}

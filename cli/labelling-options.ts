import { InvalidArgumentError } from 'commander'
import { addListed } from './file-options'

/** Formats that say who labelled. */
export const labellingFormats = ['prm800k', 'stepmark'] as const

/** Kinds of labellings that are compared unless the person says otherwise. */
export const leftOutKinds = ['quality-control', 'screening'] as const

export interface LabellingOptions {
  format: 'auto' | (typeof labellingFormats)[number]
  /** Nothing unless told. */
  leaveOut?: readonly (typeof leftOutKinds)[number][]
}

export function addLeftOut(
  text: string,
  before: NonNullable<LabellingOptions['leaveOut']> = [],
): NonNullable<LabellingOptions['leaveOut']> {
  const named = addListed(text).map((name) => {
    const kind = leftOutKinds.find((known) => known === name)
    if (kind) return kind
    throw new InvalidArgumentError(`"${name}" is none of ${leftOutKinds.join(', ')}.`)
  })
  return [...before, ...named]
}

import { InvalidArgumentError } from 'commander'
import { addListed } from './file-options'

/** Formats that say who labelled. */
export const annotationFormats = ['prm800k', 'stepmark'] as const

/** Kinds of annotations that are compared unless the person says otherwise. */
export const leftOutKinds = ['quality-control', 'screening'] as const

export interface AnnotationOptions {
  format: 'auto' | (typeof annotationFormats)[number]
  /** Nothing unless told. */
  leaveOut?: readonly (typeof leftOutKinds)[number][]
}

export function addLeftOut(
  text: string,
  before: NonNullable<AnnotationOptions['leaveOut']> = [],
): NonNullable<AnnotationOptions['leaveOut']> {
  const named = addListed(text).map((name) => {
    const kind = leftOutKinds.find((known) => known === name)
    if (kind) return kind
    throw new InvalidArgumentError(`"${name}" is none of ${leftOutKinds.join(', ')}.`)
  })
  return [...before, ...named]
}

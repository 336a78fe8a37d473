import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { guardForm, readFormValues } from './unsaved-changes'

/** Asks before the page is left while `hasChanges`. For text that is not in a form, or stays when its form is closed. */
export function useLeaveGuard(hasChanges: () => boolean): void {
  const hasChangesNow = useEffectEvent(hasChanges)
  useEffect(() => guardForm(() => hasChangesNow()), [])
}

/**
 * Asks before the page is left while fields of the form differ from what was loaded or last saved. Forms without
 * `isGuarded` lose nothing.
 */
export function useUnsavedChanges(form: RefObject<HTMLFormElement | null>, isGuarded = true) {
  const saved = useRef<{ form: HTMLFormElement; values: string } | null>(null)

  // The first time, after `markSaved`, and if the form was closed and opened again.
  useEffect(() => {
    if (form.current && saved.current?.form !== form.current)
      saved.current = { form: form.current, values: readValues(form.current) }
  })

  useLeaveGuard(() => {
    if (!isGuarded || !saved.current?.form.isConnected) return false
    return readValues(saved.current.form) !== saved.current.values
  })

  const readCurrentValues = () => (form.current ? readValues(form.current) : null)

  /**
   * The values at the next render are the saved ones, because a form may reset its fields. If the user has changed
   * `sentValues` since, these are the saved ones. Returns a function that undoes it.
   */
  function markSaved(sentValues: string | null = readCurrentValues()) {
    const before = saved.current
    const isChanged = sentValues !== null && readCurrentValues() !== sentValues
    saved.current = isChanged && form.current ? { form: form.current, values: sentValues } : null
    return () => {
      saved.current = before
    }
  }

  return { readCurrentValues, markSaved }
}

const readValues = ({ elements }: HTMLFormElement) =>
  readFormValues([...elements] as HTMLInputElement[])

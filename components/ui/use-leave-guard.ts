import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { serialiseFormValues } from './serialise-form-values'
import { guardForm } from './unsaved-changes'

/** Asks before the page is left while `hasChanges`. For text that is not in a form, or stays when its form is closed. */
export function useLeaveGuard(hasChanges: () => boolean): void {
  const hasChangesNow = useEffectEvent(hasChanges)
  useEffect(() => guardForm(() => hasChangesNow()), [])
}

/**
 * Asks before the page is left while fields of the form differ from what was loaded or last saved.
 *
 * @param isGuarded false if leaving the form loses nothing
 */
export function useFormLeaveGuard(form: RefObject<HTMLFormElement | null>, isGuarded = true) {
  const savedForm = useRef<{ form: HTMLFormElement; values: string } | null>(null)

  // At first, after `markSaved`, and if the form was closed and opened again.
  useEffect(() => {
    if (form.current && savedForm.current?.form !== form.current)
      savedForm.current = { form: form.current, values: readValues(form.current) }
  })

  useLeaveGuard(() => {
    if (!isGuarded || !savedForm.current?.form.isConnected) return false
    return readValues(savedForm.current.form) !== savedForm.current.values
  })

  const readCurrentValues = () => (form.current ? readValues(form.current) : null)

  /**
   * Takes the values at the next render as saved, because a form may reset its fields. If the user has changed the form
   * since it was sent, takes `sentValues` instead. Returns a function that undoes this.
   */
  function markSaved(sentValues: string | null = readCurrentValues()) {
    const previous = savedForm.current
    const isChanged = sentValues !== null && readCurrentValues() !== sentValues
    savedForm.current =
      isChanged && form.current ? { form: form.current, values: sentValues } : null
    return () => {
      savedForm.current = previous
    }
  }

  return { readCurrentValues, markSaved }
}

const readValues = ({ elements }: HTMLFormElement) =>
  serialiseFormValues([...elements] as HTMLInputElement[])

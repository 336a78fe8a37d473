import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { isStepOnPage, type StepPage, stepPageHref } from './step-page'

/** Opens the page of the current step when the step changes. Another page can be read meanwhile. */
export function useOpenPageOfCurrentStep(path: string, page: StepPage, currentStep: number): void {
  const router = useRouter()
  const followedStep = useRef(currentStep)
  useEffect(() => {
    if (followedStep.current === currentStep) return
    followedStep.current = currentStep
    if (!isStepOnPage(page, currentStep))
      router.replace(stepPageHref(path, currentStep), { scroll: false })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the step changes, so that a link to another page stays
  }, [currentStep])
}

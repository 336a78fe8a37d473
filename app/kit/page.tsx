import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ControlExamples } from '@/components/kit/control-examples'
import { FigureExamples } from '@/components/kit/figure-examples'
import { FormExamples } from '@/components/kit/form-examples'
import { TableExamples } from '@/components/kit/table-examples'
import { AppHeader } from '@/components/ui/app-header'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { SectionIndex } from '@/components/ui/section-index'
import { servesKitPage } from '@/lib/platform/server/env'

export const metadata: Metadata = { title: 'UI kit' }

const sections = [
  { id: 'tables', title: 'Tables' },
  { id: 'forms', title: 'Forms' },
  { id: 'buttons', title: 'Buttons and menus' },
  { id: 'navigation', title: 'Navigation and filters' },
  { id: 'messages', title: 'Messages' },
  { id: 'figures', title: 'Figures and progress' },
]

/** Every component of `components/ui` in its states. Only for development and browser tests. */
export default function KitPage() {
  if (!servesKitPage()) notFound()
  return (
    <>
      <AppHeader />
      <PageLayout>
        <PageTitle title="UI kit" abstract="Components in their states." />
        <div className="grid grid-cols-12 gap-x-6 gap-y-6">
          <div className="col-span-12 wide:col-span-3">
            <SectionIndex label="Sections" sections={sections} />
          </div>
          <div className="col-span-12 min-w-0 wide:col-span-9">
            <TableExamples />
            <FormExamples />
            <ControlExamples />
            <FigureExamples />
          </div>
        </div>
      </PageLayout>
    </>
  )
}

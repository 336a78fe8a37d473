import { CommandLineText } from '@/components/ui/command-line-text'

/** How to import scores computed elsewhere. */
export function ImportScoresHelp({ slug }: { slug: string }) {
  return (
    <section aria-labelledby="import-scores" className="grid gap-2 border-t border-rule pt-4">
      <h3 id="import-scores">Import scores</h3>
      <p className="text-strong text-ink-2">
        Import scores that you computed elsewhere. They become a score run.
      </p>
      <CommandLineText
        command={`npm run -s stepmark -- score import FILE --project ${slug} --name "prm-7b step 2000"`}
      />
    </section>
  )
}

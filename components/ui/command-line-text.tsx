/** The equivalent terminal command. Lines break between words, and within a word only if it is wider than the page. */
export function CommandLineText({ command }: { command: string }) {
  return (
    <p className="font-mono text-caption/5 font-text text-ink-2">
      <span className="pr-2 font-ui text-ink-3">CLI</span>
      {command.split(' ').map((word, index) => (
        <span key={index}>
          {index > 0 && ' '}
          <span className="inline-block max-w-full align-top wrap-anywhere">{word}</span>
        </span>
      ))}
    </p>
  )
}

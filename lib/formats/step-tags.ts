/*
 * A step's text is written by a model and can contain the tags that mark ends of steps for
 * trainers, or tokens that mark the turns of a chat. In formats that use them, the tags would then not
 * match the labels.
 */

/** Ends a step in Math-Shepherd. */
export const mathShepherdTag = 'ки'

/** Ends a step for Qwen2.5-Math-PRM. */
export const qwenTag = '<extra_0>'

/**
 * Text that tokenisers read as one token: of Qwen and Llama 3 (`<|im_start|>`, `<extra_0>`),
 * DeepSeek (`<｜User｜>`), Llama 2 and Mistral (`[INST]`, `<<SYS>>`, `<s>`), Gemma
 * (`<start_of_turn>`).
 */
const specialToken =
  /<\|[^|<>\s]{1,64}\|>|<｜[^｜<>\s]{1,64}｜>|<extra_\d{1,4}>|<\/?s>|<<\/?SYS>>|\[\/?INST\]|<(?:start|end)_of_turn>|<(?:bos|eos|pad|unk)>/gi

/**
 * Breaks every special token with a space after its first character, so that it is plain text: `<
 * |im_start|>`. Also breaks nested tokens: `<|[INST]|>`.
 */
export function breakSpecialTokens(text: string): string {
  const brokenText = text.replace(specialToken, breakTag)
  return brokenText === text ? text : breakSpecialTokens(brokenText)
}

/** Breaks Math-Shepherd's tag (`к и`) and special tokens. */
export function breakMathShepherdTags(text: string): string {
  return breakSpecialTokens(text).replaceAll(mathShepherdTag, breakTag)
}

function breakTag(tag: string): string {
  return `${tag.slice(0, 1)} ${tag.slice(1)}`
}

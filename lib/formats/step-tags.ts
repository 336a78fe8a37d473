/*
 * A step's text is what a model wrote: it may hold the very tags by which a trainer finds the ends of steps, or the
 * tokens that open and close the turns of a chat. Formats that use them would then say something else than the labels.
 */

/** Ends a step in Math-Shepherd. */
export const shepherdTag = 'ки'

/** Ends a step in what Qwen2.5-Math-PRM reads. */
export const qwenTag = '<extra_0>'

/**
 * Tokens that tokenizers read as one: of Qwen and Llama 3 (`<|im_start|>`, `<extra_0>`), DeepSeek (`<｜User｜>`), Llama 2
 * and Mistral (`[INST]`, `<<SYS>>`, `<s>`), Gemma (`<start_of_turn>`).
 */
const specialToken =
  /<\|[^|<>\s]{1,64}\|>|<｜[^｜<>\s]{1,64}｜>|<extra_\d{1,4}>|<\/?s>|<<\/?SYS>>|\[\/?INST\]|<(?:start|end)_of_turn>|<(?:bos|eos|pad|unk)>/gi

/**
 * Puts a space after the first character of every special token, which is then text like any other: `< |im_start|>`. Also
 * of one within another: `<|[INST]|>`.
 */
export function breakSpecialTokens(text: string): string {
  const broken = text.replace(specialToken, breakTag)
  return broken === text ? text : breakSpecialTokens(broken)
}

/** The same for Math-Shepherd's tag (`к и`), and for special tokens. */
export function breakShepherdTags(text: string): string {
  return breakSpecialTokens(text).replaceAll(shepherdTag, breakTag)
}

function breakTag(tag: string): string {
  return `${tag.slice(0, 1)} ${tag.slice(1)}`
}

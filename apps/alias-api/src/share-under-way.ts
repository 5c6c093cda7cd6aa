/** @returns asks, or waits for the answer where somebody asks the same at the moment; none is remembered */
export function shareUnderWay<Answer>(): (question: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>()
  return (question, ask) => {
    let answer = underWay.get(question)
    if (!answer) {
      answer = ask().finally(() => underWay.delete(question))
      underWay.set(question, answer)
    }
    return answer
  }
}

// Texts of staff in which the guide would pass for a person, promise counselling, advice or a cure.

const claims = [
  /我(?:就)?(?:是|叫)[^，。！？；\n]{0,6}(?:真人|人工|咨询师|治疗师|心理医生|医生|心理师|老师)/u,
  /(?:我|本机|向导)[^，。！？；\n]{0,8}(?:给|为|帮|替|陪)(?:您|你|大家)[^，。！？；\n]{0,6}(?:做|进行|开展|提供)[^，。！？；\n]{0,4}(?:咨询|治疗|疏导|辅导|诊断)/u,
  /(?:我|本机|向导)[^，。！？；\n]{0,8}(?:给|为|帮|替)(?:您|你|大家)[^，。！？；\n]{0,6}(?:建议|出主意|开导|安慰|解忧|排忧)(?!阅读|先看|查看)/u,
  /(?:告诉|跟|和|向|对)我[^，。！？；\n]{0,6}(?:烦恼|心事|心里话|困扰|苦恼|痛苦|委屈)/u,
  /(?:包|保证|一定能|肯定能|百分之百|100%)[^，。！？；\n]{0,4}(?:治好|治愈|康复|痊愈|见效|有效)|包治/u,
]
const denials = /(?:不是|不能|不会|不做|没有|无法|并非|不可能)/u

/** Clauses that deny, such as 我不是咨询师, claim nothing. */
export const hasFalseClaim = (text: string): boolean =>
  text.split(/[，。！？；\n]/u).some((clause) => !denials.test(clause) && claims.some((claim) => claim.test(clause)))

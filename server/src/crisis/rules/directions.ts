// Questions and answers about the way, such as 地下车库怎么走. Garages and the ends of corridors are also places of plans,
// and the model knows them from there.

const place = /车库|停车|走廊|地下[一二三四]层|负[一二三四]楼|门口的桥/u
const direction =
  /怎么走|在哪(?:里|儿)?(?:[?啊呢]|$)|在几楼|是什么地方|怎么收费|收费吗|要钱吗|免费|每小时|能停|可以停|停哪|凭.{0,6}停/u

/** True for a text without a word about its writer that only tells or asks the way to such a place, or its price. */
export const isAboutDirections = (text: string): boolean =>
  text.length <= maxLength && place.test(text) && direction.test(text) && !writer.test(text)

const maxLength = 60
/** Words about a person, and about what else a plan names. */
const writer =
  /我(?!们协会)|他|她|孩子|老公|老婆|没人|无人|没有人|发现|熄火|关上?门|反锁|引擎|发动机|尾气|跳|死|最后|永远/u

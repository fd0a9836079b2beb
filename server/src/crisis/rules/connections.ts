// Messages about a call that failed, such as 刚才断线了，您再打给我吧. Short clauses about things that are done and about a
// last time also occur in plans, and the model knows them from there.

const filler = '(?:不好意思|抱歉|对不起|好的?|好了|可以了?|能听见了?|听得见了?|现在好了|现在可以了?|谢谢|麻烦您?)'
const speaker = '(?:我|您|你|我这边|您那边|你那边|这边|那边|刚才|刚刚|刚|现在|一直|好像|突然|手机|电脑|平板)'
const device = '(?:耳机|麦克风|话筒|摄像头|蓝牙|听筒|扬声器|声音|画面|视频|信号|网络|网|流量|路由器|通话|电话)'
const failure =
  '(?:断线了?|掉线了?|断了|断开了?|没插好?|没打开|打不开|没开|开了|没电了?|静音了?|卡了|卡住了|没声音了?|听不见|听不清|没听清|没听到|没接到|欠费了?|不好|不太好|坏了|按错了|点错了|插好了|接上了|充上了|连上了)'
const again =
  '(?:请|您|你|麻烦您?|可以|能不能|能|要不要|等会儿?|一会儿?|过会儿?){0,3}(?:再|重新)(?:打|拨|呼叫|连|试)(?:给我|过来|来|一下|一次|一遍)?(?:吧|吗|好吗|行吗)?'
const clause = `(?:${filler}|${speaker}{0,3}(?:${device}?${failure}|(?:没插|没戴|没开|插上|戴上)${device}了?)|${again})`
const onlyConnection = new RegExp(`^${clause}(?:[,?]${clause})*$`, 'u')
const names = new RegExp(`${device}|断线|掉线|没电|${again}`, 'u')

/** True for a text of which each clause is about a failed call, and one names the call or its devices. */
export const isAboutConnection = (text: string): boolean => onlyConnection.test(text) && names.test(text)

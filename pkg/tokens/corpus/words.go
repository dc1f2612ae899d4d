package corpus

import "strings"

// words are common in prose and in programs.
var words = strings.Fields(`
the of and to in is it you that he was for on are with as his they be at one have this from or had by not but what all
were when we there can an your which their said if do will each about how up out them then she many some so these would
other into has more her two like him see time could no make than first been its who now people my made over did down only
way find use may water long little very after words called just where most know because through before tools server
installed configuration understanding internationalization counterrevolutionary measurement tokenizer extraordinarily
function return string error value length index buffer context request response handler client package import const var
type struct interface byte slice range break continue default switch public static void class extends async await null
undefined true false length parse encode decode read write open close file path name user host port config json yaml`)

// phrases are of the kind that CJK text consists of.
var phrases = strings.Fields(`
你好世界 今天天气很好 中华人民共和国 人工智能 我们可以使用这个工具 编译器 服务器配置 请输入您的密码 计算机科学 不知道 为什么 因为 所以 但是
こんにちは世界 ありがとうございます 日本語のテキスト プログラミング 東京都 これはペンです 設定ファイル 機械学習モデル エラーが発生しました
안녕하세요 감사합니다 대한민국 프로그래밍언어 서버설정 데이터베이스 사용자이름을입력하세요 한국어 테스트
臺灣 繁體中文 資訊科技 歡迎光臨 孫子兵法 知己知彼 百戰不殆 龍鳳呈祥`)

import type { Language } from "./language.ts";
import { compileRules } from "./language.ts";

const parts = {
  det: "(?:(?:el|la|los|las|un|una|unos|unas|este|esta|ese|esa|estos|estas|esos|esas|mi|mis|nuestro|nuestra|todos|todas|todo|toda|al|lo) )*",
  in: "en|dentro del?|del?|por",
  folder: "carpeta|directorio|proyecto|repositorio|raiz|codigo",
  here: "aqui|por aqui|{in} (?:aqui|{det}(?:{folder})(?: (?:actual|enter[oa]|tod[oa]|del proyecto))?)",
  place: "(?:,? (?:{here}|{in} {det}(?:(?:carpeta|directorio|archivo|fichero) )?(?<path>{W})))?",
  show: "muestra|muestrame|mostrar|mostrarme|muestre|mostrame|ensena|ensename|imprime|imprimir|ve|ver|mira|abre|abrir|abra|dime|visualiza|visualizar",
  list: "lista|listar|liste|listame|enumera|enumerar|ls",
  things:
    "archivos y (?:carpetas|directorios)|ficheros y carpetas|carpetas y (?:archivos|ficheros)|archivos?|ficheros?|carpetas|contenidos?|directorios?|todo|elementos|estructura",
  file: "(?:(?:nuevo|nueva|vacio) )*(?:(?:archivo|fichero|documento|script|nota)(?: nuevo| vacio| de texto)? )?(?:(?:llamad[oa]|de nombre|con (?:el )?nombre(?: de)?|que se llame) )?",
  content:
    "(?:con|conteniendo|que (?:diga|dice|contenga|contiene|tenga|ponga)|diciendo|y (?:escribe|pon))(?: {det}(?:siguiente )?(?:contenido|texto|lineas?|palabras?|frase|codigo|mensaje))?(?: dentro)?(?: de)?:?",
  change:
    "reemplaza|reemplazar|reemplace|remplaza|sustituye|sustituir|sustituya|cambia|cambiar|cambie|modifica|modificar|edita|editar",
  piece: "{det}(?:(?:texto|palabras?|cadena|linea|frase|valor|nombre|apariciones? de) )*",
  by: "por|con|a|para",
  run: "ejecuta|ejecutar|ejecute|ejecutame|corre|correr|corra|lanza|lanzar|inicia",
  what: "{det}(?:(?:palabras?|texto|cadena|frase|termino|apariciones? de|referencias? a|usos? de|menciones? a|lineas? con) )*",
  search: "busca|buscar|busque|buscame|encuentra|encontrar|encuentre|localiza|localizar|halla",
  make: "crea|crear|cree|creame|haz|hacer|escribe|escribir|genera|generar|guarda|agrega|anade",
};

/** How Spanish asks. */
export const spanish: Language = {
  id: "spanish",
  politePrefix:
    /^[¡¿]?(?:(?:por favor|hola|oye|ok|vale|ahora|entonces|bien|relay|solo|primero|luego|despues|finalmente|tambien|otra vez|y|(?:tu )?(?:puedes|podrias|puede|podria)(?: por favor)?|(?:yo )?(?:quiero|quisiera|necesito|me gustaria)(?: que)?|vamos a|intenta|ayudame a|hay que|tienes que)[,!:]? [¡¿]?)*[¡¿]?/,
  politeSuffix:
    /(?:,? [¡¿]?(?:por favor|para mi|gracias|ahora|otra vez|de nuevo|vale|tambien|y (?:dime|muestrame|cuentame) (?:el resultado|la salida|que pasa|si pasan)))*\s*[.!?:]*$/,
  thenJoint:
    /\s*(?:[,;]?\s+(?:y\s+)?(?:luego|despues(?: de eso)?|entonces|a continuacion|en seguida|enseguida)\b,?\s+|;\s+|(?<=[^\s.])[.!?]+\s+|\n+)\s*/,
  andJoint: /,?\s+[ye]\s+(?:tambien\s+)?/,
  lineRanges: [
    /\b(?:las? |de la )?lineas? (?:de la )?(?<first>\d+)(?: ?(?:-|–|a|hasta|y) ?(?:la )?(?:linea )?(?<last>\d+))?(?: (?:del?|en)\b)?/,
    /\b(?:las )?primeras (?<count>\d+) lineas(?: (?:del?|en)\b)?/,
    /\b(?:las )?(?<count>\d+) primeras lineas(?: (?:del?|en)\b)?/,
  ],
  pronoun: /^(?:lo|el archivo|ese archivo|este archivo|el fichero|eso|su contenido)$/,
  markers:
    /\b(?:el|los|las|un|una|y|en|del|de|por|para|con|archivos?|ficheros?|carpeta|luego|despues|que|lee|muestra|crea|ejecuta|busca|cambia|reemplaza|ayuda|hola|eso|cuales|hay|mi|pruebas|proyecto|tu|puedes)\b|[¡¿]/g,
  rules: compileRules(parts, [
    [
      "test",
      "(?:{run}|haz|pasa|realiza) {det}(?:(?:suite|bateria|conjunto) de )?(?:pruebas?|tests?)(?: (?:unitari[oa]s|automatic[oa]s))?(?: (?:{here}))?",
      "(?:prueba|probar|testea) (?:esto|todo|{det}(?:proyecto|codigo|aplicacion|app))",
      "(?:(?:mira|comprueba|verifica|dime|ve|ver|comprobar|verificar) (?:si|que) )?(?:(?:pasan|funcionan|estan pasando) {det}(?:pruebas?|tests?)|{det}(?:pruebas?|tests?)(?: (?:{here}))? (?:pasan|pasa|funcionan|estan pasando|estan bien))",
    ],
    [
      "run",
      "(?:{run}|usa|llama)(?: {det}(?:siguiente )?(?:comando|orden|script|linea)(?: siguiente)?)?:? (?<command>{Q})(?: (?:en|desde) {det}(?:terminal|shell|bash|consola|linea de comandos|proyecto))?",
      "{show} {det}salida de (?<command>{Q})",
    ],
    [
      "replace",
      "{change} {piece}(?<text>{W}) (?:en|dentro del?) {det}{file}(?<path>{W}),? {by} {piece}(?<to>{W})",
      "{change} {piece}(?<text>{W}) {by} {piece}(?<to>{W})(?:,? (?:en|dentro del?)) {det}{file}(?<path>{W})",
      "(?:en|dentro del?) {det}{file}(?<path>{W}),? (?:por favor,? )?{change} {piece}(?<text>{W}) {by} {piece}(?<to>{W})",
      "(?:edita|editar|modifica|abre|actualiza) {det}{file}(?<path>{W})(?: y| para|,|:|, y)? (?:reemplazando|sustituyendo|cambiando|{change}) {piece}(?<text>{W}) {by} {piece}(?<to>{W})",
    ],
    [
      "create",
      "(?:{make}|nuevo) {det}{file}(?<word>{W})(?:,? {content} (?<content>.+))?",
      "{make} {det}{file}{content} (?<content>{Q}),? (?:y )?(?:llamad[oa]|en|con (?:el )?nombre(?: de)?|que se llame) {det}{file}(?<word>{W})",
      "(?:escribe|escribir|pon|poner|guarda|guardar|mete) {det}(?:(?:texto|palabra|frase|linea|contenido) )?(?<content>{Q}) (?:en|dentro del?) {det}{file}(?<word>{W})",
    ],
    [
      "read",
      "(?:lee|leer|lea|leeme|{show}) {det}(?:contenido del? )?{det}{file}(?<word>{W})",
      "(?:leelo|leela|muestralo|abrelo|miralo|(?:lee|muestra|abre) (?:el archivo|ese archivo|este archivo|eso|su contenido))",
      "que (?:dice|pone en|pone|contiene|hay en|hay dentro de) {det}{file}(?<word>{W})",
      "cual es {det}contenido del? {det}{file}(?<word>{W})",
    ],
    [
      "list",
      "(?:{list}|{show}) {det}(?:lista de (?:los )?)?{det}(?:{things})(?: (?:que (?:hay|existen|estan)|existentes))?{place}",
      "{list}(?: {here})?",
      "{list} {det}(?:(?:carpeta|directorio) )?(?<path>{W})",
      "(?:{list}|{show}) {det}(?:carpeta|directorio) (?<path>{W})",
      "(?:{list}|{show}) (?:{det}que (?:hay|existe|esta)) (?:{here}|(?:en|dentro de) {det}(?:carpeta|directorio) (?<path>{W}))",
      "(?:que|cuales) (?:son )?{det}(?:{things})(?: (?:hay|existen|estan|tenemos|ves))?{place}",
      "que (?:hay|existe|esta) (?:{here}|(?:en|dentro de) {det}(?:carpeta|directorio) (?<path>{W}))",
    ],
    [
      "findFiles",
      "(?:{search}|{list}|{show}) {det}(?:archivos?|ficheros?) (?:llamados?|con (?:el )?nombre(?: de)?|que (?:se llamen|se llaman|coincidan con|terminen en|terminan en)|de tipo|con (?:la )?extension|tipo) (?<pattern>{W}){place}",
      "(?:{search}|{list}|{show}) {det}(?:archivos|ficheros) (?<pattern>\\*?\\.\\w+|\\*\\S*){place}",
      "{search} {det}(?:(?:archivo|fichero) )?(?<pattern>[^\\s\\ue000]*\\.\\w{1,8}|[^\\s\\ue000]*[*?][^\\s\\ue000]*){place}",
      "donde (?:esta|estan|queda) {det}(?:archivos?|ficheros?) (?<pattern>{W}){place}",
    ],
    [
      "search",
      "{search} {what}(?<text>{Q}){place}",
      "donde (?:esta|estan|es|son|fue) (?:siendo )?(?:usad|definid|mencionad|llamad|declarad)[oa]s? {what}(?<text>{W}){place}",
      "(?:hay|existe) (?:algun|alguna)? ?{what}(?<text>{W}){place}",
      "(?:{search}|{list}|{show}) {det}(?<text>todo|fixme)s?(?: comentarios?)?{place}",
      "(?:encuentra|muestra|mira|averigua|busca|dime) donde (?:se (?:usa|define|menciona|llama|declara) {what}(?<text>{W})){place}",
      "donde (?:esta|estan|se usa|se usan|se define|aparece|se llama|usamos) {what}(?<text>{W})(?: (?:usad|definid|mencionad|llamad|declarad)[oa])?{place}",
      "(?:que|cuales) (?:archivos?|ficheros?) (?:contienen?|mencionan?|usan?|tienen?) {what}(?<text>{W}){place}",
      "{search} {what}(?<text>[^\\s\\ue000]+)(?: {here}| (?:en|dentro del?) {det}(?:(?:carpeta|directorio|archivo|fichero) )?(?<path>{W}))",
      "{search} {what}(?<text>.+)",
    ],
    [
      "help",
      "(?:ayuda|ayudame|hola|buenos dias|buenas tardes|buenas noches|buenas|que (?:puedes|sabes) hacer|que haces|quien eres|como funcionas|gracias|muchas gracias)",
    ],
    [
      "unquotedCommand",
      "{run} (?:{det}(?:siguiente )?(?:comando|orden):? )?(?<text>(?!(?:el|la|los|las|un|una|este|ese|esta|eso|todo)\\b).+)",
    ],
  ]),
};

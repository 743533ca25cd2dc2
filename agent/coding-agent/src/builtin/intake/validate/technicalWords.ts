import type { DocumentLanguage } from "../questionnaire.ts";

/**
 * Words that a reader without technical knowledge stumbles over (harness-lexicons.md L12). One entry is one
 * word with its forms: `name(s)` also stands for the plural, `_` for a blank or a hyphen, `|` for other forms.
 */
const everywhere = `
  api(s) back-end|backend front-end|frontend endpoint(s) sql nosql json xml yaml http https url(s) uri graphql
  webhook(s) cache jwt oauth ssl tls dns cdn sdk cli orm crud regex boolean enum callback async thread mutex
  payload schema deploy rollback commit merge refactor framework middleware microservice(s) docker kubernetes
  runtime debug parse parser render dom css html javascript typescript python java angular timestamp uuid guid
  hash latency throughput localhost query|queries null undefined string integer array float token(s) log(s) bug
  stack trace feature_flag
`;

const byLanguage: Readonly<Record<DocumentLanguage, string>> = {
  en: `
    database(s) server(s) function(s) method(s) class(es) object(s) variable(s) parameter(s) argument(s)
    module(s) component(s) repository|repositories migration(s) deployment(s) library|libraries compile compiler
    encryption concurrency instance(s) constant(s) inheritance interface(s) foreign_key primary_key unit_test(s)
    pull_request business_logic edge_case(s) source_code code_base|codebase data_type data_model service_layer
    legacy entity|entities validation loop request_body status_code
  `,
  pt: `
    banco_de_dados|bancos_de_dados servidor(es) variavel|variaveis parametro(s) metodo(s) classe(s) objeto(s)
    modulo(s) componente(s) repositorio(s) migracao|migracoes implantacao biblioteca(s) compilar compilacao
    depurar refatorar refatoracao instancia(s) entidade(s) requisicao|requisicoes chave_estrangeira
    chave_primaria codigo_fonte regra_de_negocio|regras_de_negocio camada(s) heranca vetor criptografia
    concorrencia legado teste_unitario|testes_unitarios modelo_de_dados tipo_de_dado validacao endereco_ip laco
  `,
  es: `
    base_de_datos|bases_de_datos servidor(es) variable(s) parametro(s) metodo(s) objeto(s) modulo(s)
    componente(s) repositorio(s) migracion|migraciones despliegue(s) biblioteca libreria(s) compilar compilacion
    depurar refactorizar instancia(s) entidad(es) peticion_http clave_foranea clave_primaria codigo_fonte
    regla_de_negocio|reglas_de_negocio capa(s) herencia vector cifrado concurrencia heredado
    prueba_unitaria|pruebas_unitarias modelo_de_datos tipo_de_dato validacion esquema bucle
  `,
};

/** Everyday phrases that hold such a word; they are read first. */
const layPhrases: Readonly<Record<DocumentLanguage, string>> = {
  en: `
    log_in log_on log_out payment_method(s) method(s)_of_payment first_class business_class job_function(s)
    customer_servant(s) quality_servant(s) public_servant(s)
  `,
  pt: `
    metodo(s)_de_pagamento servidor_publico|servidores_publicos renda_variavel taxa_variavel custo_variavel
    classe_media classe_executiva
  `,
  es: `
    metodo(s)_de_pago costo_variable renta_variable clase_media clase_turista
  `,
};

/** One technical word. */
export interface TechnicalWord {
  /** Folded, with blanks. */
  forms: readonly string[];
}

/** A table is made on first use and kept: the lists are the same for every text. */
const tables = new Map<DocumentLanguage, WordTable>();

export interface WordTable {
  /** By folded form, blanks between words. */
  words: ReadonlyMap<string, TechnicalWord>;
  /** Finds every form, longest first, in folded text. */
  pattern: RegExp;
  layPhrase: RegExp;
}

export function wordTable(language: DocumentLanguage): WordTable {
  const known = tables.get(language);
  if (known) return known;
  const words = new Map<string, TechnicalWord>();
  for (const forms of entries(`${everywhere} ${byLanguage[language]}`)) {
    for (const form of forms) words.set(form, { forms });
  }
  const phrases = entries(layPhrases[language]).flat();
  const table = { words, pattern: wholeWords([...words.keys()]), layPhrase: wholeWords(phrases) };
  tables.set(language, table);
  return table;
}

function entries(list: string): string[][] {
  return list
    .trim()
    .split(/\s+/u)
    .map((entry) => entry.split("|").flatMap(expand));
}

/** `name(s)` and `name(es)` are two forms each, wherever they stand in a phrase. */
function expand(entry: string): string[] {
  const match = /^(.*?)\((s|es)\)(.*)$/u.exec(entry);
  const forms = match ? [`${match[1]}${match[3]}`, `${match[1]}${match[2]}${match[3]}`] : [entry];
  return forms.map((form) => form.replaceAll(/[_-]/gu, " "));
}

function wholeWords(forms: readonly string[]): RegExp {
  const sources = forms
    .toSorted((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(" ", String.raw`[\s\u00a0-]+`));
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${sources.join("|")})(?![\p{L}\p{N}_])`, "gu");
}

import { lang } from "@relay-harness/agent-core/harness";
import type { DocumentLanguage } from "../questionnaire.ts";
import { foldText } from "../validate/foldText.ts";

const maxCharacters = 20_000;

/** Words of requests that are too short for a preposition or an article. Folded. */
const portuguese =
  words(`mudar mudanca arrumar corrigir melhorar acrescentar remover excluir criar novo nova fazer colocar
  fatura faturas nota notas preco precos imposto impostos frete tela telas relatorio relatorios lembrete lembretes media
  boletim aluno falta faltas senha mensagem mensagens arredondamento pagamento pagamentos conta permissao`);
const spanish =
  words(`cambiar cambio anadir agregar arreglar corregir mejorar borrar quitar crear nuevo nueva hacer poner
  factura facturas precio precios descuento descuentos impuesto impuestos envio pantalla pantallas informe informes
  reporte reportes cita citas recordatorio recordatorios calificacion calificaciones promedio estudiante estudiantes
  boletin contrasena mensaje mensajes redondeo pago pagos cuenta permiso`);
/** Of both: alone they are Portuguese, as in "alterar cálculo". */
const both =
  words(`alterar ajustar adicionar mostrar permitir calculo calculos consulta consultas agenda horario horarios
  paciente pacientes alumno alumnos aluno alunos usuario usuarios desconto descontos total valor`);

/** The language of a request; of its sources where it has no words of its own. */
export function requestLanguage(description: string, sourceText = ""): DocumentLanguage {
  const own = description
    .split(/\s+/u)
    .filter((word) => !/[/\\@.]./u.test(word))
    .join(" ");
  const text = (/\p{L}{3}/u.test(own) ? own : sourceText).slice(0, maxCharacters);
  // Nothing speaks for a language when the answer is always the one that was expected.
  const isUndecided = lang(text, "en") === "en" && lang(text, "es") === "es" && lang(text, "pt") === "pt";
  return isUndecided ? byHints(text) : lang(text);
}

function byHints(text: string): DocumentLanguage {
  const found = foldText(text).match(/\p{L}+/gu) ?? [];
  const count = (known: ReadonlySet<string>): number => found.filter((word) => known.has(word)).length;
  const [pt, es] = [count(portuguese), count(spanish)];
  if (pt + es + count(both) === 0) return "en";
  return es > pt ? "es" : "pt";
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}

import { lang } from "@relay-harness/agent-core/harness";
import type { DocumentLanguage } from "../questionnaire.ts";
import { foldText } from "../validate/foldText.ts";

const maxCharacters = 20_000;

/**
 * Words of requests that are too short for a preposition or an article. Those of both Portuguese and Spanish
 * are Portuguese, as in "alterar cálculo". Folded.
 */
const hints: readonly (readonly [DocumentLanguage, ReadonlySet<string>])[] = [
  [
    "es",
    words(`cambiar cambio anadir agregar arreglar corregir mejorar borrar quitar crear nuevo nueva hacer poner mostrar
      permitir factura facturas precio precios descuento descuentos impuesto impuestos envio pantalla informe informes
      reporte reportes cita citas horario paciente recordatorio calificacion calificaciones promedio estudiante
      estudiantes alumno boletin usuario usuarios contrasena mensaje mensajes redondeo pago pagos cuenta`),
  ],
  [
    "pt",
    words(`alterar mudar mudanca ajustar arrumar corrigir melhorar adicionar acrescentar remover excluir criar novo nova
      fazer colocar mostrar permitir calculo calculos fatura faturas nota notas preco precos desconto descontos imposto
      impostos frete tela telas relatorio relatorios consulta consultas agenda horario horarios paciente pacientes
      lembrete lembretes media boletim aluno alunos falta faltas usuario usuarios senha mensagem mensagens
      arredondamento pagamento pagamentos conta`),
  ],
];

/** The language of a request; of its sources where it has no words of its own. */
export function requestLanguage(description: string, sourceText = ""): DocumentLanguage {
  const own = description.replace(/\S*[/\\@.]\S+/gu, " ");
  const text = (/\p{L}{3}/u.test(own) ? own : sourceText).slice(0, maxCharacters);
  // Nothing speaks for a language when the answer is always the one that was expected.
  const isUndecided = lang(text, "en") === "en" && lang(text, "es") === "es" && lang(text, "pt") === "pt";
  return isUndecided ? byHints(text) : lang(text);
}

function byHints(text: string): DocumentLanguage {
  const found = foldText(text).match(/\p{L}+/gu) ?? [];
  let best: { language: DocumentLanguage; count: number } = { language: "en", count: 0 };
  for (const [language, known] of hints) {
    const count = found.filter((word) => known.has(word)).length;
    // The later list wins a tie.
    if (count > 0 && count >= best.count) best = { language, count };
  }
  return best.language;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}
